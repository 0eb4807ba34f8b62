import { LogUnavailable } from '../../errors/errors.ts';
import { type Partition, partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, LogRecord, Page, ReadPosition } from '../../log/event-log.ts';
import { clockSkewMaxMs } from '../../log/max-clock-skew.ts';
import { readFirstRecords } from '../../log/reading/read-first-records.ts';
import { faultOfPage } from '../commit/guard-page.ts';
import type { ProjectedPlace } from '../commit/lease.ts';

/**
 * `new`: nothing was projected. `shown`: the log has the last projected record. `gone`: the log has
 * deleted this record, as expected. `refuted`: this is another log, the log lacks records, or the
 * partition did not answer.
 */
type Evidence = 'new' | 'shown' | 'gone' | 'refuted';

/**
 * Whether the tables were built from this log, and the log still has all later records. One
 * partition that disagrees is enough to reject the log. If records are gone, at least one partition
 * has to show its record.
 *
 * An older copy of the log lacks the last projected records, called the lost records. If the copy
 * has grown past the checkpoints, it has newer records at these offsets, or has deleted the newer
 * records already.
 *
 * @param witnesses checkpoints of any projection in streams that are kept for ever; read when
 * records are gone and no place shows its record
 */
export async function isSameLog(
  log: EventLog,
  places: readonly ProjectedPlace[],
  witnesses: () => Promise<readonly ProjectedPlace[]>,
): Promise<boolean> {
  const evidence = await examine(log, places);
  if (evidence.includes('refuted')) return false;
  if (evidence.includes('shown') || !evidence.includes('gone')) return true;
  const others = await examine(log, await witnesses());
  return others.includes('shown') && !others.includes('refuted');
}

async function examine(log: EventLog, places: readonly ProjectedPlace[]): Promise<Evidence[]> {
  const positions = places.map(({ stream, partition, checkpoint: { nextOffset } }) => {
    return { stream, partition, offset: Math.max(0, nextOffset - 1) };
  });
  const { pages } = await readFirstRecords(log, positions);
  const pageOf = (position: ReadPosition | undefined) => position && pages.get(position);
  return Promise.all(places.map((place, index) => evidenceOf(log, place, pageOf(positions[index]))));
}

/** Times of records may decrease by up to `clockSkewMaxMs` within a partition. */
async function evidenceOf(log: EventLog, place: ProjectedPlace, page: Page | undefined): Promise<Evidence> {
  const { nextOffset, lastAppendTime } = place.checkpoint;
  if (page === undefined || faultOfPage(page, place) !== null) return 'refuted';
  if (nextOffset === 0) return 'new';
  if (lastAppendTime === null) return 'refuted';
  const [next] = page.records;
  if (next?.offset === nextOffset - 1) return next.appendTime === lastAppendTime ? 'shown' : 'refuted';
  if (next !== undefined && next.appendTime < lastAppendTime - clockSkewMaxMs) return 'refuted';
  switch (streamDefinition(place.stream).kept.policy) {
    case 'forever':
      return 'refuted';
    case 'expires':
      // The oldest records expire first. An older copy has newer records at the offsets of the lost
      // records. If the newer records have expired, rows from lost records have expired too.
      return page.start === nextOffset ? 'gone' : 'refuted';
    case 'latest':
      return evidenceAfterCompaction(log, place, page, lastAppendTime);
  }
}

/**
 * A record below the checkpoint that is newer than the last projected record would never be read,
 * so it refutes the log. If compaction has deleted all such records, their keys have records above
 * the checkpoint, which will be read.
 */
async function evidenceAfterCompaction(
  log: EventLog,
  place: ProjectedPlace,
  page: Page,
  lastAppendTime: number,
): Promise<Evidence> {
  if (page.records.length === 0 && !page.reachedEnd) return 'refuted';
  const before = await newestBelow(log, place, page.start);
  return before === null || before.appendTime <= lastAppendTime + clockSkewMaxMs ? 'gone' : 'refuted';
}

/**
 * The search goes down from the last projected record. Each step has twice as many offsets as the
 * step before.
 */
const firstSpan = 1_000;
const pageRecords = 1_000;

/** The newest record below the last projected record. */
async function newestBelow(log: EventLog, place: ProjectedPlace, start: number): Promise<LogRecord | null> {
  let past = place.checkpoint.nextOffset - 1;
  for (let span = firstSpan; past > start; span *= 2) {
    const from = Math.max(start, past - span);
    const newest = await newestBetween(log, place, from, past);
    if (newest !== null) return newest;
    past = from;
  }
  return null;
}

async function newestBetween(
  log: EventLog,
  { stream, partition }: Partition,
  from: number,
  past: number,
): Promise<LogRecord | null> {
  let newest: LogRecord | null = null;
  let offset = from;
  while (offset < past) {
    const [page] = await log.read([{ stream, partition, offset }], { maxRecords: pageRecords, waitMs: 0 });
    newest = page?.records.findLast((record) => record.offset < past) ?? newest;
    const last = page?.records.at(-1);
    if (last === undefined) {
      if (page?.reachedEnd === true) break;
      throw new LogUnavailable(`${partitionName({ stream, partition })} gives no records now`);
    }
    offset = last.offset + 1;
  }
  return newest;
}
