import { OperatorError } from '../errors.ts';
import { placeKey, type StreamName } from '../events/streams.ts';
import type { EventLog, Page, PartitionEnds, Place } from '../log/event-log.ts';
import { pollUntil } from '../waiting.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { Manifest } from './manifest.ts';
import { openBackupLog, type RestorableBackup } from './read-backup.ts';
import { isContinued } from './take-backup.ts';

type Partition = Pick<Place, 'stream' | 'partition'>;

/** The offset before which reading ends; infinite where it may go on. */
export type Gate = (partition: Partition) => number;

export interface ContinuedLog {
  /** The backup, and from its end on the log; only to be read. */
  readonly log: EventLog;
  /** The same, up to a gate in each partition, which may be moved up. */
  gated(gate: Gate): EventLog;
}

const lookEveryMs = 20;

/**
 * Opens a backup as the log that it would be, had the hub been restored from it and gone on: what came since is read from
 * the log in use. @throws OperatorError when the backup is of another log
 */
export async function continueBackup(
  folder: BackupFolder,
  backup: RestorableBackup,
  live: EventLog,
): Promise<ContinuedLog> {
  await requireSameLog(backup.manifest, live);
  const saved = openBackupLog(folder, backup);
  const streams = [...new Set(backup.manifest.partitions.map(({ stream }) => stream)), 'hub.keys'] as const;
  const savedEnds = new Map((await saved.ends(streams)).map((ends) => [placeKey(ends), ends]));
  const savedEnd = (place: Partition) => savedEnds.get(placeKey(place))?.end ?? 0;
  const startOf = (place: Partition, start: number) => savedEnds.get(placeKey(place))?.start ?? start;

  /** From the backup; null where it has no more. */
  async function readSaved(place: Place, maxRecords: number): Promise<Page | null> {
    if (place.offset >= savedEnd(place)) return null;
    const [page] = await saved.read([place], { maxRecords, waitMs: 0 });
    return page === undefined || page.records.length === 0 ? null : page;
  }

  function gated(gate: Gate): EventLog {
    const cut = (page: Page): Page => {
      const end = Math.min(page.end, gate(page));
      const records = page.records.filter(({ offset }) => offset < end);
      const isCut = records.length < page.records.length;
      return {
        ...page,
        records,
        start: startOf(page, page.start),
        end,
        reachedEnd: page.reachedEnd || isCut,
      };
    };
    const ends = async (asked: readonly StreamName[]): Promise<PartitionEnds[]> =>
      (await live.ends(asked)).map((each) => ({
        ...each,
        start: startOf(each, each.start),
        end: Math.min(each.end, gate(each)),
      }));
    const isOpen = (place: Place) => place.offset < gate(place);

    async function read(places: readonly Place[], options: Parameters<EventLog['read']>[1]): Promise<Page[]> {
      const { maxRecords, waitMs } = options;
      const opened = await pollUntil(async () => (places.some(isOpen) ? true : null), {
        withinMs: waitMs,
        everyMs: lookEveryMs,
        ...(options.signal && { signal: options.signal }),
      });
      options.signal?.throwIfAborted();
      const share = Math.max(1, Math.floor(maxRecords / places.length));
      const pages = await Promise.all(
        places.map((place) => (isOpen(place) ? readSaved(place, share) : null)),
      );
      const isThere = opened === null || pages.some((page) => page !== null);
      const rest = places
        .filter((_, index) => pages[index] === null)
        .map((place) => ({ ...place, offset: Math.max(place.offset, savedEnd(place)) }));
      const read =
        rest.length === 0 ? [] : await live.read(rest, { ...options, waitMs: isThere ? 0 : waitMs });
      const following = read.values();
      // A page of the backup ends where its segment does: that more follows in the log is not known to it.
      return pages.flatMap((page) => {
        const next =
          page === null ? following.next().value : { ...page, end: savedEnd(page), reachedEnd: false };
        return next === undefined ? [] : [cut(next)];
      });
    }

    return { ...live, ends, read, append: refuse, import: refuse, emptyRecords: refuse };
  }

  return { log: gated(() => Number.POSITIVE_INFINITY), gated };
}

async function requireSameLog({ log, partitions }: Manifest, live: EventLog): Promise<void> {
  const ends = new Map(
    (await live.ends(partitions.map(({ stream }) => stream))).map((each) => [placeKey(each), each]),
  );
  const identity = await live.identity();
  for (const part of partitions) {
    const now = ends.get(placeKey(part));
    if (log === identity && now !== undefined && (await isContinued(live, part, now))) continue;
    throw new OperatorError(
      'another_log',
      'the log was moved or restored since this backup was taken, so there is nothing to compare it with: take a new one',
    );
  }
}

async function refuse(): Promise<never> {
  throw new Error('a backup that is being read takes no records');
}
