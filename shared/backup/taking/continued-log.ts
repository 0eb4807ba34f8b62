import { pollUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import { type Partition, partitionName } from '../../events/streams.ts';
import type { EventLog, Page, PartitionEnds, ReadOptions, ReadPosition } from '../../log/event-log.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { Manifest } from '../folder/manifest.ts';
import { openBackupLog, type RestorableBackup } from '../reading/read-backup.ts';
import { hasNewestRecordOf } from './same-log.ts';

/** Reads of a partition end before this offset; infinite without a bound. */
export type ReadBound = (partition: Partition) => number;

export interface ContinuedLog {
  /** The backup, followed by the live log. Read-only. */
  readonly log: EventLog;
  /** The bound may rise. */
  upTo(bound: ReadBound): EventLog;
}

const checkEveryMs = 20;

/**
 * Opens a backup as a log that continues with the records of the live log.
 * @throws OperatorError when the backup is of another log
 */
export async function continueBackup(
  folder: BackupFolder,
  backup: RestorableBackup,
  live: EventLog,
): Promise<ContinuedLog> {
  await requireSameLog(backup.manifest, live);
  // Earlier data keys would have the offsets of newer data keys of this log.
  const log = openBackupLog(folder, { ...backup, keys: { ...backup.keys, earlier: [] } });
  const streams = [...new Set(backup.manifest.partitions.map(({ stream }) => stream)), 'hub.keys'] as const;
  const ends = new Map((await log.ends(streams)).map((each) => [partitionName(each), each]));
  const upTo = (bound: ReadBound) => openBounded({ log, ends }, live, bound);
  return { log: upTo(() => Number.POSITIVE_INFINITY), upTo };
}

interface Saved {
  readonly log: ReturnType<typeof openBackupLog>;
  readonly ends: ReadonlyMap<string, PartitionEnds>;
}

function openBounded(saved: Saved, live: EventLog, bound: ReadBound): EventLog {
  const isOpen = (place: ReadPosition) => place.offset < bound(place);
  const startOf = (at: PartitionEnds | Page) => saved.ends.get(partitionName(at))?.start ?? at.start;

  function cut(page: Page): Page {
    const end = Math.min(page.end, bound(page));
    const records = page.records.filter(({ offset }) => offset < end);
    const isCut = records.length < page.records.length;
    return { ...page, records, start: startOf(page), end, reachedEnd: page.reachedEnd || isCut };
  }

  async function read(places: readonly ReadPosition[], options: ReadOptions): Promise<Page[]> {
    const { maxRecords, waitMs, signal } = options;
    const opened = await pollUntil(async () => (places.some(isOpen) ? true : null), {
      withinMs: waitMs,
      everyMs: checkEveryMs,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    const share = Math.max(1, Math.floor(maxRecords / places.length));
    const pages = await Promise.all(
      places.map((place) => (isOpen(place) ? readSaved(saved, place, share) : null)),
    );
    const isThere = opened === null || pages.some((page) => page !== null);
    const beyond = places
      .filter((_, index) => pages[index] === null)
      .map((place) => ({ ...place, offset: Math.max(place.offset, endOf(saved, place)) }));
    const later =
      beyond.length === 0 ? [] : await live.read(beyond, { ...options, waitMs: isThere ? 0 : waitMs });
    const following = later.values();
    return pages.flatMap((page) => {
      const next = page ?? following.next().value;
      return next === undefined ? [] : [cut(next)];
    });
  }

  return {
    ...live,
    ends: async (streams) =>
      (await live.ends(streams)).map((each) => ({
        ...each,
        start: startOf(each),
        end: Math.min(each.end, bound(each)),
      })),
    read,
    readColumns: refuse,
    readPacks: refuse,
    append: refuse,
    import: refuse,
    emptyRecords: refuse,
  };
}

function endOf({ ends }: Saved, place: Partition): number {
  return ends.get(partitionName(place))?.end ?? 0;
}

/**
 * Null after the end of the backup. `reachedEnd` is false, because the live log may have more
 * records.
 */
async function readSaved(saved: Saved, place: ReadPosition, maxRecords: number): Promise<Page | null> {
  if (place.offset >= endOf(saved, place)) return null;
  const [page] = await saved.log.read([place], { maxRecords, waitMs: 0 });
  return page === undefined || page.records.length === 0 ? null : { ...page, reachedEnd: false };
}

async function requireSameLog({ log, partitions }: Manifest, live: EventLog): Promise<void> {
  // Kafka refuses the same partition twice in a request.
  const streams = [...new Set(partitions.map(({ stream }) => stream))];
  const ends = new Map((await live.ends(streams)).map((each) => [partitionName(each), each]));
  const identity = await live.identity();
  for (const part of partitions) {
    const now = ends.get(partitionName(part));
    if (log === identity && now !== undefined && (await hasNewestRecordOf(live, part, now))) continue;
    throw new OperatorError(
      'another_log',
      'the log was moved or restored since this backup was taken, so the backup cannot be compared with it: take a new backup',
    );
  }
}

async function refuse(): Promise<never> {
  throw new Error('a backup as a log is read-only, and has no columns');
}
