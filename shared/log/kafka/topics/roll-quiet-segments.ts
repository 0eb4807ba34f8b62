import { partitionName, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../event-log.ts';
import { readRecordAt } from '../../reading/read-record-at.ts';
import { emptyEntry } from '../../records/log-entry.ts';

/** No projection knows the type, and only filler records have the record key. */
const segmentEnded = 'segment-ended';

const compactedStreams: readonly StreamName[] = streamNames.filter(
  (stream) => streamDefinition(stream).kept.policy === 'latest',
);

export interface SegmentRollerOptions extends Pick<EventLog, 'read' | 'ends' | 'append'> {
  /** `max.compaction.lag.ms` of the compacted topics. */
  readonly lagMs: number;
  /** Given in tests; ms. */
  readonly monotonicNow?: () => number;
}

/**
 * Closes Kafka log segments of quiet partitions with a filler record. A broker compacts closed
 * segments only, and closes a segment only at an append. Without the filler record, a destroyed
 * data key would stay on disk.
 * @returns a function to call regularly; several processes may call it
 */
export function createSegmentRoller(options: SegmentRollerOptions): () => Promise<void> {
  const { read, ends, append, lagMs, monotonicNow = () => performance.now() } = options;
  const seen = new Map<string, { readonly end: number; readonly since: number; readonly closed: boolean }>();
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function isClosed({ stream, partition, end }: PartitionEnds): Promise<boolean> {
    const last = await readRecordAt({ read }, { stream, partition, offset: end - 1 });
    return last?.type === segmentEnded;
  }

  async function check(found: PartitionEnds, now: number): Promise<void> {
    const name = partitionName(found);
    const known = seen.get(name);
    if (known === undefined || known.end !== found.end) {
      seen.set(name, { end: found.end, since: now, closed: found.end === found.start });
      return;
    }
    if (known.closed || now - known.since <= lagMs) return;
    if (!(await isClosed(found))) await append([emptyEntry(found, 'hub/segment', segmentEnded)]);
    seen.set(name, { ...known, closed: true });
  }

  return async () => {
    const now = monotonicNow();
    if (now - checkedAt < lagMs / 10) return;
    checkedAt = now;
    for (const found of await ends(compactedStreams)) await check(found, now);
  };
}
