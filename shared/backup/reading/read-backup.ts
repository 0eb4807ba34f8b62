import { OperatorError } from '../../errors/errors.ts';
import { type Partition, partitionName, type StreamName } from '../../events/streams.ts';
import type { EventLog, LogRecord, Page, PartitionEnds, ReadPosition } from '../../log/event-log.ts';
import { withoutValuesOf } from '../../log/records/read-columns-from-records.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';
import type { BackupPartition, Manifest } from '../folder/manifest.ts';
import { allDataKeyRecords } from '../keys/earlier-data-keys.ts';
import { keysError } from '../keys/trusted-keys.ts';
import { readPartitionBlocks } from '../segments/read-segment.ts';

export interface RestorableBackup {
  readonly manifest: Manifest;
  readonly keys: BackupKeys;
}

/**
 * @throws OperatorError when the backup or its `keys.zst` is missing or refused, and when
 * `keys.zst` is older than the newest authentic backup (`keys_replaced`)
 */
export async function readRestorableBackup(folder: BackupFolder, file: string): Promise<RestorableBackup> {
  const manifest = await folder.readBackup(file);
  const found = await folder.inspectKeys();
  if (found === null || (found.state === 'authentic' && found.document.hub !== manifest.hub)) {
    throw new OperatorError(
      'no_keys',
      `the records of ${file} need the keys.zst of their hub, and ${folder.path} does not have it: copy that keys.zst into the folder`,
    );
  }
  const error = keysError(found, (await folder.list()).backups);
  if (error !== null) throw error;
  return { manifest, keys: found.document };
}

/** @throws OperatorError that names the first damaged segment */
export async function checkSegments(
  folder: BackupFolder,
  { partitions }: Manifest,
  options: {
    readonly signal: AbortSignal;
    readonly onChecked: (stream: StreamName, records: number) => void;
  },
): Promise<void> {
  for (const { stream, segments } of partitions) {
    for (const segment of segments) {
      options.signal.throwIfAborted();
      await folder.readSegment(segment);
      options.onChecked(stream, segment.records);
    }
  }
}

/** Without the values of subjects that were erased since. */
export function openBackupLog(
  folder: BackupFolder,
  { manifest, keys }: RestorableBackup,
): Pick<EventLog, 'ends' | 'read'> {
  const erased = new Set(keys.erased);
  const keyRecords = allDataKeyRecords(keys);
  const partOf = new Map(manifest.partitions.map((part) => [partitionName(part), part]));
  const readers = new Map(
    manifest.partitions.map((part) => [partitionName(part), createReader(folder, part)]),
  );
  const keyEnds = {
    stream: 'hub.keys',
    partition: 0,
    start: 0,
    end: (keyRecords.at(-1)?.offset ?? -1) + 1,
  } as const;

  function endsOf(place: Partition): PartitionEnds {
    if (place.stream === 'hub.keys') return keyEnds;
    const part = partOf.get(partitionName(place));
    if (part === undefined) return { ...place, start: 0, end: 0 };
    const { stream, partition, start, end } = part;
    return { stream, partition, start, end };
  }

  async function recordsFrom(place: ReadPosition, most: number): Promise<readonly LogRecord[]> {
    if (place.stream === 'hub.keys') {
      const first = keyRecords.findIndex(({ offset }) => offset >= place.offset);
      return first < 0 ? [] : keyRecords.slice(first, first + most);
    }
    const records = (await readers.get(partitionName(place))?.(place.offset, most)) ?? [];
    return withoutValuesOf(records, erased).records;
  }

  return {
    ends: async (streams) =>
      [keyEnds, ...manifest.partitions].filter(({ stream }) => streams.includes(stream)).map(endsOf),
    read: async (places, { maxRecords }) => {
      const most = Math.max(1, Math.floor(maxRecords / places.length));
      const pages: Page[] = [];
      for (const place of places) {
        const { start, end } = endsOf(place);
        const records = await recordsFrom(place, most);
        // Compaction may have removed the last records, so an empty read also means the end.
        const reachedEnd = records.length === 0 || records.at(-1)?.offset === end - 1;
        pages.push({ stream: place.stream, partition: place.partition, records, start, end, reachedEnd });
      }
      return pages;
    },
  };
}

interface Reading {
  readonly blocks: AsyncGenerator<LogRecord[]>;
  from: number;
  /**
   * Records from `from` on. Includes returned records, because the next call can start at any of
   * them.
   */
  held: LogRecord[];
}

/** Reads forwards, with one segment in memory. */
function createReader(folder: BackupFolder, part: BackupPartition) {
  let open: Reading | null = null;
  return async (offset: number, most: number): Promise<readonly LogRecord[]> => {
    const reading =
      open !== null && open.from <= offset
        ? open
        : { blocks: readPartitionBlocks(folder, part, offset), from: offset, held: [] };
    // A call at the same time reads separately.
    open = null;
    reading.from = offset;
    reading.held = reading.held.filter((record) => record.offset >= offset);
    while (reading.held.length < most) {
      const { value, done } = await reading.blocks.next();
      if (done) break;
      reading.held = reading.held.concat(value.filter((record) => record.offset >= offset));
    }
    const records = reading.held.slice(0, most);
    if (records.length === most && records.at(-1)?.offset !== part.end - 1) open = reading;
    return records;
  };
}
