import { OperatorError } from '../../errors/errors.ts';
import { isKeptForever, partitionOf } from '../../events/streams.ts';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { withoutValuesOf } from '../../log/records/read-columns-from-records.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { BackupPartition, BackupSegment, Manifest } from '../folder/manifest.ts';
import { readSegmentContent, readSegmentRecords } from '../segments/read-segment.ts';
import { holdsPacks, segmentOfPacks } from '../segments/segment-content.ts';

export interface CompareWithLogOptions {
  readonly folder: BackupFolder;
  readonly log: Pick<EventLog, 'read' | 'readColumns' | 'readPacks'>;
  readonly manifest: Manifest;
  /** Segments of earlier backups, which are not compared. */
  readonly known: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const recordsPerRead = 1_000;

/**
 * Reads the new segments back.
 * @throws OperatorError for a damaged segment, or other records; LogUnavailable
 */
export async function compareWithLog(comparison: CompareWithLogOptions): Promise<void> {
  const { manifest, known } = comparison;
  const erased = new Set(manifest.erased);
  for (const part of manifest.partitions) {
    for (const segment of part.segments) {
      if (known.has(segment.file) || (await isSameBytes(comparison, part, segment))) continue;
      await compareSegment(comparison, part, segment, erased);
    }
  }
}

/** Decodes no record. Other bytes may still hold the same records. */
async function isSameBytes(
  { folder, log, manifest, signal }: CompareWithLogOptions,
  { stream, partition }: BackupPartition,
  segment: BackupSegment,
): Promise<boolean> {
  signal.throwIfAborted();
  const content = await readSegmentContent(folder, segment);
  const place = { stream, partition, offset: segment.from };
  const wanted = {
    past: segment.to,
    maxRecords: segment.records,
    maxBytes: content.length,
    without: manifest.erased.filter((subject) => partitionOf(stream, subject) === partition),
  };
  if (!holdsPacks(content)) return (await log.readColumns(place, wanted))?.bytes.equals(content) === true;
  const packs = await log.readPacks(place, wanted);
  return packs !== null && segmentOfPacks(packs).equals(content);
}

async function compareSegment(
  { folder, log, signal }: CompareWithLogOptions,
  { stream, partition }: BackupPartition,
  segment: BackupSegment,
  erased: ReadonlySet<string>,
): Promise<void> {
  const saved = new Map(
    (await readSegmentRecords(folder, { stream, partition }, segment)).map((record) => [
      record.offset,
      record,
    ]),
  );
  let found = 0;
  for (let offset = segment.from; offset < segment.to; ) {
    signal.throwIfAborted();
    const [page] = await log.read([{ stream, partition, offset }], { maxRecords: recordsPerRead, waitMs: 0 });
    const records = page?.records.filter((record) => record.offset < segment.to) ?? [];
    const last = records.at(-1);
    if (last === undefined) break;
    for (const record of withoutValuesOf(records, erased).records) {
      if (!isSame(record, saved.get(record.offset))) throw differingSegmentError(segment);
    }
    found += records.length;
    offset = last.offset + 1;
  }
  // Compaction and retention may have removed records since.
  const isWhole = !isKeptForever(stream) || found === saved.size;
  if (!isWhole) throw differingSegmentError(segment);
}

/** A value that the log lacks was erased since. */
function isSame(record: LogRecord, saved: LogRecord | undefined): boolean {
  return (
    saved !== undefined &&
    saved.recordId === record.recordId &&
    saved.key === record.key &&
    saved.type === record.type &&
    saved.appendTime === record.appendTime &&
    (record.value === null || (saved.value?.equals(record.value) === true && saved.keyId === record.keyId))
  );
}

function differingSegmentError({ file }: BackupSegment): OperatorError {
  return new OperatorError(
    'segment_differs',
    `segments/${file} contains other records than the log: take another backup, and check the disk of BACKUP_DIR`,
  );
}
