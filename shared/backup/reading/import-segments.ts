import { isKeptForever, partitionName, partitionOf, type StreamName } from '../../events/streams.ts';
import type { EventLog } from '../../log/event-log.ts';
import { importBlocks } from '../../log/postgres/appending/import-blocks.ts';
import type { RecordBlock } from '../../log/records/record-block.ts';
import { recordsPerBlock } from '../../log/records/record-columns.ts';
import type { Database } from '../../postgres/database.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import { type BackupPartition, backedUpStreams } from '../folder/manifest.ts';
import { readBlocksAfter, regroupToPacks, removeErasedValues } from '../segments/saved-blocks.ts';
import type { RestorableBackup } from './read-backup.ts';

export interface ImportSegmentsOptions {
  readonly folder: BackupFolder;
  readonly backup: RestorableBackup;
  /** Empty, or with records of an earlier call for this backup. */
  readonly log: Pick<EventLog, 'ends'>;
  readonly database: Database;
  /** Stops between two transactions. Another call continues after the imported records. */
  readonly signal: AbortSignal;
  /** `offsets` is the progress in the original log, which may have gaps from compaction. */
  readonly onCopied: (stream: StreamName, step: { records: number; offsets: number }) => void;
}

/** Partitions that are imported at once. The import of a partition holds one segment in memory. */
const concurrencyLimit = 2;
/**
 * Bounds of a transaction. The block that reaches a bound ends the transaction. `batchRecords` does
 * not count the records in packs.
 */
const batchRecords = 10 * recordsPerBlock;
const batchBytes = 1024 * 1024;

/**
 * Copies blocks without decoding their records, because decoding is slow. Leaves out the values of
 * subjects that were erased after the backup.
 * @throws OperatorError for a segment that differs from the manifest
 */
export async function importSegments(options: ImportSegmentsOptions): Promise<void> {
  const { backup, log } = options;
  const ends = new Map((await log.ends(backedUpStreams)).map((each) => [partitionName(each), each.end]));
  const parts = backup.manifest.partitions.values();
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const importParts = async () => {
    try {
      for (const part of parts) {
        await importPartition({ ...options, signal }, part, ends.get(partitionName(part)) ?? 0);
      }
    } catch (error) {
      // The other partition also stops, with the same error.
      failed.abort(error);
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: concurrencyLimit }, importParts));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function importPartition(
  { folder, backup, database, signal, onCopied }: ImportSegmentsOptions,
  part: BackupPartition,
  recordsInLog: number,
): Promise<void> {
  const { stream, partition } = part;
  const before = new Set(backup.manifest.erased);
  const erased = backup.keys.erased.filter(
    (subject) => !before.has(subject) && partitionOf(stream, subject) === partition,
  );
  const saved = removeErasedValues(part, readBlocksAfter(folder, part, recordsInLog), new Set(erased));
  let reached = part.start;
  for await (const blocks of inBatches(isKeptForever(stream) ? regroupToPacks(part, saved) : saved)) {
    signal.throwIfAborted();
    await importBlocks(database, part, blocks);
    const to = pastOf(blocks.at(-1)) ?? reached;
    onCopied(stream, { records: recordsOf(blocks), offsets: to - reached });
    reached = to;
  }
  onCopied(stream, { records: 0, offsets: part.end - reached });
}

async function* inBatches(blocks: AsyncIterable<RecordBlock>): AsyncGenerator<RecordBlock[]> {
  let batch: RecordBlock[] = [];
  for await (const block of blocks) {
    batch.push(block);
    const bytes = batch.reduce((sum, { size }) => sum + size, 0);
    if (recordsOf(batch.filter(({ pack }) => pack === null)) < batchRecords && bytes < batchBytes) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function recordsOf(blocks: readonly RecordBlock[]): number {
  return blocks.reduce((sum, { records }) => sum + records, 0);
}

function pastOf(block: RecordBlock | undefined): number | undefined {
  if (block === undefined) return undefined;
  const last = block.pack === null ? block.columns().offsets.at(-1) : block.first + block.records - 1;
  return last === undefined ? undefined : last + 1;
}
