import { OperatorError } from '../../errors/errors.ts';
import { isKeptForever, type Partition, partitionName, partitionOf } from '../../events/streams.ts';
import type {
  ColumnsRequest,
  EventLog,
  PackBytes,
  PartitionEnds,
  ReadPosition,
  RecordColumns,
} from '../../log/event-log.ts';
import { withoutValuesOf } from '../../log/records/read-columns-from-records.ts';
import { decodeColumns, encodeColumns } from '../../log/records/record-columns.ts';
import { releaseBuffer } from '../../runtime/release-buffer.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import { sha256Of } from '../folder/checked-json.ts';
import type { BackupSegment } from '../folder/manifest.ts';
import { readSegmentRecords } from '../segments/read-segment.ts';
import { segmentOfColumns, segmentOfPacks } from '../segments/segment-content.ts';

/** `EventLog.readPacks` also bounds the unpacked bytes. */
const segmentRecordsMax = 10_000;
const segmentValueBytesMax = 2 * 1024 * 1024;

export interface WriteSegmentsOptions {
  readonly log: Pick<EventLog, 'readColumns' | 'readPacks'>;
  readonly folder: BackupFolder;
  readonly erased: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** `offsets` is the progress in the log. */
  readonly onRead: (step: { readonly records: number; readonly offsets: number }) => void;
  /** Called for each new segment. */
  readonly onWritten: (bytes: number) => void;
}

/** @throws OperatorError when the log lacks a record of a stream kept for ever; LogUnavailable */
export async function writeSegments(
  writing: WriteSegmentsOptions,
  { stream, partition, end }: PartitionEnds,
  from: number,
): Promise<BackupSegment[]> {
  const { log, erased, signal, onRead } = writing;
  const written: BackupSegment[] = [];
  const without = [...erased].filter((subject) => partitionOf(stream, subject) === partition);
  const wanted = { past: end, maxRecords: segmentRecordsMax, maxBytes: segmentValueBytesMax, without };
  for (let next = from; next < end; ) {
    signal.throwIfAborted();
    const place = { stream, partition, offset: next };
    const read = await readContent(log, place, wanted);
    const to = read === null ? end : read.last + 1;
    if (read !== null) {
      written.push(await writeSegment(writing, { ...place, from: next, to }, read));
      releaseBuffer(read.content);
    }
    onRead({ records: read?.records ?? 0, offsets: to - next });
    next = to;
  }
  return written;
}

interface SegmentContent {
  readonly records: number;
  readonly content: Buffer;
}

/** Null without further records. Prefers packs, because packs are copied unchanged. */
async function readContent(
  log: WriteSegmentsOptions['log'],
  place: ReadPosition,
  wanted: ColumnsRequest,
): Promise<(SegmentContent & Pick<RecordColumns, 'last'>) | null> {
  const packs = isKeptForever(place.stream) ? await log.readPacks(place, wanted) : null;
  if (packs !== null) {
    const records = recordsOfPacks(packs);
    const content = segmentOfPacks(packs);
    for (const { bytes } of packs) releaseBuffer(bytes);
    return { records, last: place.offset + records - 1, content };
  }
  const columns = await log.readColumns(place, wanted);
  if (isKeptForever(place.stream)) requireWhole(place, columns);
  if (columns === null) return null;
  const { records, last, bytes } = columns;
  const content = segmentOfColumns(bytes);
  releaseBuffer(bytes);
  return { records, last, content };
}

function recordsOfPacks(packs: readonly PackBytes[]): number {
  return packs.reduce((sum, { records }) => sum + records, 0);
}

function requireWhole({ stream, partition, offset }: ReadPosition, columns: RecordColumns | null): void {
  if (columns?.first === offset && columns.last - columns.first === columns.records - 1) return;
  const records = columns === null ? [] : decodeColumns({ stream, partition }, columns.bytes);
  const gap = records.findIndex((record, index) => record.offset !== offset + index);
  throw new OperatorError(
    'log_has_a_hole',
    `the log lacks record ${offset + Math.max(gap, 0)} of ${partitionName({ stream, partition })}, which must never be deleted, so a backup of this log could not be restored: restore an earlier backup with this record; such backups are kept`,
  );
}

type Range = Partition & Pick<BackupSegment, 'from' | 'to'>;

async function writeSegment(
  { folder, onWritten }: Pick<WriteSegmentsOptions, 'folder' | 'onWritten'>,
  { stream, partition, from, to }: Range,
  { records, content }: SegmentContent,
): Promise<BackupSegment> {
  const { file, isNew } = await folder.writeSegment(`${stream}-${partition}-${from}-${to}`, content);
  if (isNew) onWritten(content.length);
  return { file, from, to, records, bytes: content.length, sha256: sha256Of(content) };
}

/** Ends before a damaged segment, from where the log must be read again. */
export async function eraseFromSegments(
  writing: Omit<WriteSegmentsOptions, 'log' | 'onRead'>,
  partition: Partition,
  segments: readonly BackupSegment[],
): Promise<BackupSegment[]> {
  const { folder, erased, signal } = writing;
  const clean: BackupSegment[] = [];
  for (const segment of segments) {
    signal.throwIfAborted();
    try {
      const records = await readSegmentRecords(folder, partition, segment);
      const emptied = withoutValuesOf(records, erased);
      if (!emptied.isChanged) {
        clean.push(segment);
        continue;
      }
      const content = segmentOfColumns(encodeColumns(emptied.records));
      const rewritten = { records: records.length, content };
      clean.push(await writeSegment(writing, { ...partition, ...segment }, rewritten));
    } catch (error) {
      if (error instanceof OperatorError && error.code === 'segment_damaged') break;
      throw error;
    }
  }
  return clean;
}
