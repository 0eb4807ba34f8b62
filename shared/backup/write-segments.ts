import { LogUnavailable, OperatorError } from '../errors.ts';
import { isKeptForever, type Partition, placeKey } from '../events/streams.ts';
import type { EventLog, LogRecord, PartitionEnds } from '../log/event-log.ts';
import { subjectOf } from '../log/log-entry.ts';
import type { BackupFolder } from './backup-folder.ts';
import { sha256Of } from './checked-json.ts';
import type { BackupSegment } from './manifest.ts';
import { packRecords, unpackRecords } from './record-lines.ts';

/** Bounds of a segment, and with it of the memory that a backup and a restore need for each partition. */
const segmentRecordsMax = 10_000;
const segmentValueBytesMax = 2 * 1024 * 1024;
/** Far above what those bounds lead to, with one record of the largest size. */
const unpackedBytesMax = 128 * 1024 * 1024;
const recordsPerRead = 1_000;

export interface SegmentWriting {
  readonly log: Pick<EventLog, 'read'>;
  readonly folder: BackupFolder;
  /** Subjects whose values are left out. */
  readonly erased: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called for each page: `offsets` is the progress in the log. */
  readonly onRead: (step: { readonly records: number; readonly offsets: number }) => void;
}

/**
 * Writes the records of a partition from an offset up to its end.
 * @throws OperatorError when the log lacks a record of a stream kept for ever; LogUnavailable
 */
export async function writeSegments(
  writing: SegmentWriting,
  ends: PartitionEnds,
  from: number,
): Promise<BackupSegment[]> {
  const written: BackupSegment[] = [];
  let gathered: LogRecord[] = [];
  let bytes = 0;
  let first = from;
  const flush = async (to: number) => {
    if (gathered.length === 0) return;
    written.push(await writeSegment(writing, { ...ends, from: first, to }, gathered));
    [gathered, bytes, first] = [[], 0, to];
  };
  for (let next = from; next < ends.end; ) {
    writing.signal.throwIfAborted();
    const records = await readNext(writing.log, ends, next);
    for (const record of records) {
      gathered.push(record);
      bytes += record.value?.length ?? 0;
      if (gathered.length >= segmentRecordsMax || bytes >= segmentValueBytesMax)
        await flush(record.offset + 1);
    }
    const last = records.at(-1);
    const read = last === undefined ? ends.end : last.offset + 1;
    writing.onRead({ records: records.length, offsets: read - next });
    next = read;
  }
  await flush(ends.end);
  return written;
}

/** The next records below the end; none when the rest is gone. */
async function readNext(
  log: Pick<EventLog, 'read'>,
  { stream, partition, end }: PartitionEnds,
  offset: number,
): Promise<readonly LogRecord[]> {
  const [page] = await log.read([{ stream, partition, offset }], { maxRecords: recordsPerRead, waitMs: 0 });
  const isCutOff = page?.records.length === 0 && !page.reachedEnd;
  if (page === undefined || page.end < end || isCutOff) {
    throw new LogUnavailable(`${stream} could not be read to its end`);
  }
  const records = page.records.filter((record) => record.offset < end);
  if (isKeptForever(stream)) {
    const gap = records.findIndex((record, index) => record.offset !== offset + index);
    if (gap >= 0 || records.length === 0)
      throw hole({ stream, partition, offset: offset + Math.max(gap, 0) });
  }
  return records;
}

function hole({
  stream,
  partition,
  offset,
}: Pick<LogRecord, 'stream' | 'partition' | 'offset'>): OperatorError {
  return new OperatorError(
    'log_has_a_hole',
    `the log lacks record ${offset} of ${placeKey({ stream, partition })}, which is to be kept for ever, so that no backup of it can be restored: earlier backups that have it are kept`,
  );
}

type Range = Partition & Pick<BackupSegment, 'from' | 'to'>;

async function writeSegment(
  { folder, erased }: Pick<SegmentWriting, 'folder' | 'erased'>,
  { stream, partition, from, to }: Range,
  records: readonly LogRecord[],
): Promise<BackupSegment> {
  const content = await packRecords(withoutSubjects(records, erased));
  const file = await folder.writeSegment(`${stream}-${partition}-${from}-${to}`, content);
  return { file, from, to, records: records.length, bytes: content.length, sha256: sha256Of(content) };
}

/** The same records, those of the subjects without values: their offsets, ids and times stay. */
export function withoutSubjects(
  records: readonly LogRecord[],
  subjects: ReadonlySet<string>,
): readonly LogRecord[] {
  if (!records.some((record) => isOf(record, subjects))) return records;
  return records.map((record) => (isOf(record, subjects) ? { ...record, value: null, keyId: null } : record));
}

function isOf({ key, value }: LogRecord, subjects: ReadonlySet<string>): boolean {
  return value !== null && subjects.has(subjectOf(key));
}

/**
 * The segments without values of the subjects; most of them are as they were. It ends before one that is damaged, from
 * where the log is to be read again.
 */
export async function eraseFromSegments(
  writing: Pick<SegmentWriting, 'folder' | 'erased' | 'signal'>,
  { stream, partition }: Partition,
  segments: readonly BackupSegment[],
): Promise<BackupSegment[]> {
  const clean: BackupSegment[] = [];
  for (const segment of segments) {
    writing.signal.throwIfAborted();
    try {
      const records = await readSegmentRecords(writing.folder, { stream, partition }, segment);
      const isClean = !records.some((record) => isOf(record, writing.erased));
      clean.push(isClean ? segment : await writeSegment(writing, { stream, partition, ...segment }, records));
    } catch (error) {
      if (error instanceof OperatorError && error.code === 'segment_damaged') break;
      throw error;
    }
  }
  return clean;
}

/** @throws OperatorError when the segment is not what the manifest names */
export async function readSegmentRecords(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): Promise<LogRecord[]> {
  const content = await folder.readSegment(segment);
  const records = await unpackRecords(partition, content, unpackedBytesMax).catch((error: unknown) => {
    throw new OperatorError(
      'segment_damaged',
      `segments/${segment.file} cannot be read: take another backup`,
      {
        cause: error,
      },
    );
  });
  const first = records[0]?.offset ?? -1;
  const last = records.at(-1)?.offset ?? segment.to;
  if (records.length === segment.records && first >= segment.from && last < segment.to) return records;
  throw new OperatorError(
    'segment_damaged',
    `segments/${segment.file} holds other records than its manifest says`,
  );
}
