import { OperatorError } from '../../errors/errors.ts';
import { type Partition, streamDefinition } from '../../events/streams.ts';
import type { EventLog, LogRecord, ReadPosition } from '../event-log.ts';

/** Records of one partition that the target should have at these increasing offsets. */
export interface ExpectedRecords {
  readonly offsets: readonly number[];
  readonly records: readonly LogRecord[];
}

interface Comparison extends ExpectedRecords {
  compared: number;
}

/**
 * Reads records back and compares them. Compaction may have removed a record already.
 * @throws OperatorError when the target holds something else
 */
export async function compareCopiedRecords(
  target: Pick<EventLog, 'read'>,
  expected: readonly ExpectedRecords[],
): Promise<void> {
  const comparisons = expected.map((each) => ({ ...each, compared: 0 }));
  for (let open = comparisons.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    const maxRecords = open.reduce((sum, { records, compared }) => sum + records.length - compared, 0);
    const pages = await target.read(open.flatMap(placeOf), { maxRecords, waitMs: 0 });
    for (const [index, page] of pages.entries()) {
      const comparison = open[index];
      if (comparison === undefined) continue;
      for (const record of page.records) compareNext(comparison, record);
      if (page.reachedEnd) compareNext(comparison, null);
    }
  }
}

function isOpen({ records, compared }: Comparison): boolean {
  return compared < records.length;
}

function placeOf({ offsets, records, compared }: Comparison): ReadPosition[] {
  const [first] = records;
  const offset = offsets[compared];
  return first === undefined || offset === undefined
    ? []
    : [{ stream: first.stream, partition: first.partition, offset }];
}

/** `copy` is the next record of the target; null at the end of the target. */
function compareNext(comparison: Comparison, copy: LogRecord | null): void {
  const { offsets, records, compared } = comparison;
  let at = copy === null ? records.length : compared;
  while (copy !== null && at < records.length && Number(offsets[at]) < copy.offset) at += 1;
  const first = records[compared];
  if (first !== undefined && at > compared && !mayBeGone(first)) throw differingTopicError(first);
  const original = records[at];
  const isSame =
    original === undefined || (copy !== null && offsets[at] === copy.offset && isCopy(original, copy));
  if (!isSame) throw differingTopicError(original);
  comparison.compared = original === undefined ? records.length : at + 1;
}

function mayBeGone({ stream }: LogRecord): boolean {
  return streamDefinition(stream).kept.policy === 'latest';
}

function isCopy(original: LogRecord, copy: LogRecord): boolean {
  const sameValue =
    original.value === null || copy.value === null
      ? original.value === copy.value
      : original.value.equals(copy.value);
  return (
    sameValue &&
    original.recordId === copy.recordId &&
    original.appendTime === copy.appendTime &&
    original.key === copy.key &&
    original.type === copy.type &&
    original.keyId === copy.keyId
  );
}

export function differingTopicError({ stream, partition }: Partition): OperatorError {
  return new OperatorError(
    'topic_differs',
    `the topic of ${stream} differs from this hub's log in partition ${partition}: set KAFKA_TOPIC_PREFIX to another prefix, or delete the topics if you do not need their records, then run the command again`,
  );
}
