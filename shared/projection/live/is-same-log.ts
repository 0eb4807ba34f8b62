import { LogUnavailable } from '../../errors/errors.ts';
import { type Partition, partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, LogRecord, Page, ReadPosition } from '../../log/event-log.ts';
import { clockSkewMaxMs } from '../../log/max-clock-skew.ts';
import { readFirstRecords } from '../../log/reading/read-first-records.ts';
import { faultOfPage } from '../commit/guard-page.ts';
import type { Checkpoint } from '../commit/lease.ts';

/** How far a generation is in a partition. */
export interface ProjectedPlace extends Partition {
  readonly checkpoint: Checkpoint;
}

/**
 * What the log says of the last record that was projected of a partition: it has that one; it has deleted it, as it should;
 * or it is another log. `new`: nothing was projected.
 */
type Evidence = 'new' | 'shown' | 'gone' | 'refuted';

/**
 * Whether the log is the one that the tables were built from, and still has all that comes after them. One partition that
 * disagrees refuses it, and unless nothing was projected or no record is gone, one has to show its record. What refuses
 * a wrong log:
 * - An empty one, or one that was emptied, ends below the checkpoints or shows no record.
 * - Of another hub's log no record has the offset and the millisecond of one that was projected here.
 * - An older copy ends below the checkpoints. When it has grown past them, it has other records there. Those may be deleted
 *   by now:
 *   - Records expire in order of time. When those are gone, so is all that the tables have of the time before them, and
 *     `faultOfPage` refuses a log that has deleted more than that.
 *   - A compacted stream has deleted a record because a later one of its key came. What the copy got in place of the records
 *     that it lacks is later than they were, so a record below the checkpoint that is newer than the last projected one is
 *     of such a copy, and would never be read. If none is left, each has a successor behind the checkpoint, which is read;
 *     what the tables have of lost records stays until the next one of its key.
 *
 * Earlier and later are by times of the log, which may fall a little within a partition: by less than `clockSkewMaxMs` they
 * say nothing.
 *
 * @param witnesses what others have projected of streams that are kept for ever; asked where no place shows its record,
 * as when every partition of a compacted stream is in use
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
      return page.start === nextOffset ? 'gone' : 'refuted';
    case 'latest': {
      if (next === undefined && !page.reachedEnd) return 'refuted';
      const before = await newestBelow(log, place, page.start);
      return before === null || before.appendTime <= lastAppendTime + clockSkewMaxMs ? 'gone' : 'refuted';
    }
  }
}

/** The part in which the newest record is looked for first. Where compaction has left none in it, one twice as long follows. */
const firstSpan = 1_000;
const pageRecords = 1_000;

/** The newest record below the last projected one; null when there is none. */
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
