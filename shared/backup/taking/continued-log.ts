import { pollUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import { type Partition, partitionName } from '../../events/streams.ts';
import type { EventLog, Page, PartitionEnds, ReadOptions, ReadPosition } from '../../log/event-log.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { Manifest } from '../folder/manifest.ts';
import { openBackupLog, type RestorableBackup } from '../reading/read-backup.ts';
import { hasNewestRecordOf } from './same-log.ts';

/** The offset before which reading ends; infinite where it may go on. */
export type ReadBound = (partition: Partition) => number;

export interface ContinuedLog {
  /** The backup, and from its end on the log; only to be read. */
  readonly log: EventLog;
  /** As `log`, up to a gate in each partition, which may be moved up. */
  gated(gate: ReadBound): EventLog;
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
  // Keys of an earlier log would lie where those follow that this one has made since.
  const log = openBackupLog(folder, { ...backup, keys: { ...backup.keys, earlier: [] } });
  const streams = [...new Set(backup.manifest.partitions.map(({ stream }) => stream)), 'hub.keys'] as const;
  const ends = new Map((await log.ends(streams)).map((each) => [partitionName(each), each]));
  const gated = (gate: ReadBound) => openGated({ log, ends }, live, gate);
  return { log: gated(() => Number.POSITIVE_INFINITY), gated };
}

interface Saved {
  readonly log: ReturnType<typeof openBackupLog>;
  readonly ends: ReadonlyMap<string, PartitionEnds>;
}

function openGated(saved: Saved, live: EventLog, gate: ReadBound): EventLog {
  const isOpen = (place: ReadPosition) => place.offset < gate(place);
  const startOf = (at: PartitionEnds | Page) => saved.ends.get(partitionName(at))?.start ?? at.start;

  function cut(page: Page): Page {
    const end = Math.min(page.end, gate(page));
    const records = page.records.filter(({ offset }) => offset < end);
    const isCut = records.length < page.records.length;
    return { ...page, records, start: startOf(page), end, reachedEnd: page.reachedEnd || isCut };
  }

  async function read(places: readonly ReadPosition[], options: ReadOptions): Promise<Page[]> {
    const { maxRecords, waitMs, signal } = options;
    const opened = await pollUntil(async () => (places.some(isOpen) ? true : null), {
      withinMs: waitMs,
      everyMs: lookEveryMs,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    const share = Math.max(1, Math.floor(maxRecords / places.length));
    const pages = await Promise.all(
      places.map((place) => (isOpen(place) ? readSaved(saved, place, share) : null)),
    );
    const isThere = opened === null || pages.some((page) => page !== null);
    const rest = places
      .filter((_, index) => pages[index] === null)
      .map((place) => ({ ...place, offset: Math.max(place.offset, endOf(saved, place)) }));
    const later =
      rest.length === 0 ? [] : await live.read(rest, { ...options, waitMs: isThere ? 0 : waitMs });
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
        end: Math.min(each.end, gate(each)),
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

/** A page of the backup; null where it has no more. That more follows in the log is not known to it. */
async function readSaved(saved: Saved, place: ReadPosition, maxRecords: number): Promise<Page | null> {
  if (place.offset >= endOf(saved, place)) return null;
  const [page] = await saved.log.read([place], { maxRecords, waitMs: 0 });
  return page === undefined || page.records.length === 0 ? null : { ...page, reachedEnd: false };
}

async function requireSameLog({ log, partitions }: Manifest, live: EventLog): Promise<void> {
  // Kafka refuses to be asked for a partition twice.
  const streams = [...new Set(partitions.map(({ stream }) => stream))];
  const ends = new Map((await live.ends(streams)).map((each) => [partitionName(each), each]));
  const identity = await live.identity();
  for (const part of partitions) {
    const now = ends.get(partitionName(part));
    if (log === identity && now !== undefined && (await hasNewestRecordOf(live, part, now))) continue;
    throw new OperatorError(
      'another_log',
      'the log was moved or restored since this backup was taken, so there is nothing to compare it with: take a new one',
    );
  }
}

async function refuse(): Promise<never> {
  throw new Error('a backup that is being read gives records one by one, and takes none');
}
