import type { Partition } from '../../events/streams.ts';
import type { LogRecord } from '../../log/event-log.ts';
import { withoutValuesOf } from '../../log/records/read-columns-from-records.ts';
import { fillsPack, type RecordBlock } from '../../log/records/record-block.ts';
import { encodeColumns, recordsPerBlock } from '../../log/records/record-columns.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { BackupPartition } from '../folder/manifest.ts';
import { readSegmentBlocks } from './read-segment.ts';
import { blocksOfColumns } from './segment-content.ts';

/** Leaves out the first `count` records. @throws OperatorError for a damaged segment */
export async function* readBlocksAfter(
  folder: BackupFolder,
  part: BackupPartition,
  count: number,
): AsyncGenerator<RecordBlock> {
  let before = 0;
  for (const segment of part.segments) {
    if (before + segment.records <= count) {
      before += segment.records;
      continue;
    }
    for await (const block of readSegmentBlocks(folder, part, segment)) {
      const known = Math.max(0, count - before);
      before += block.records;
      if (known === 0) yield block;
      else yield* blocksOf(part, block.unpack().slice(known));
    }
  }
}

/** Blocks without values of the subjects stay unchanged. */
export async function* removeErasedValues(
  partition: Partition,
  blocks: AsyncIterable<RecordBlock>,
  subjects: ReadonlySet<string>,
): AsyncGenerator<RecordBlock> {
  for await (const block of blocks) {
    const records = subjects.size === 0 ? [] : block.unpack();
    const emptied = withoutValuesOf(records, subjects);
    if (emptied.isChanged) yield* blocksOf(partition, emptied.records);
    else yield block;
  }
}

/** Joins the parts of a pack when a backup ended in the middle of the pack. */
export async function* regroupToPacks(
  partition: Partition,
  blocks: AsyncIterable<RecordBlock>,
): AsyncGenerator<RecordBlock> {
  let held: readonly LogRecord[] = [];
  for await (const block of blocks) {
    if (fillsPack(block)) {
      yield block;
      continue;
    }
    held = [...held, ...block.unpack()];
    const past = (held.at(-1)?.offset ?? 0) + 1;
    const whole = Math.max(0, held.length - (past % recordsPerBlock));
    yield* blocksOf(partition, held.slice(0, whole));
    held = held.slice(whole);
  }
  yield* blocksOf(partition, held);
}

function blocksOf(partition: Partition, records: readonly LogRecord[]): Generator<RecordBlock> {
  return blocksOfColumns(partition, encodeColumns(records));
}
