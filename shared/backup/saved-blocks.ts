import type { Partition } from '../events/streams.ts';
import type { LogRecord } from '../log/event-log.ts';
import { withoutSubjects } from '../log/gather-columns.ts';
import {
  blockRecords,
  type ColumnBlock,
  columnBlocks,
  packColumns,
  unpackColumns,
} from '../log/record-columns.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { BackupPartition } from './manifest.ts';
import { readSegmentBlocks } from './read-segment.ts';

/** The blocks of a partition behind its first `count` records. @throws OperatorError for a segment that is damaged */
export async function* blocksAfter(
  folder: BackupFolder,
  part: BackupPartition,
  count: number,
): AsyncGenerator<ColumnBlock> {
  let before = 0;
  for (const segment of part.segments) {
    if (before + segment.records <= count) {
      before += segment.records;
      continue;
    }
    for await (const block of readSegmentBlocks(folder, part, segment)) {
      const known = Math.max(0, count - before);
      before += block.offsets.length;
      if (known === 0) yield block;
      else yield* blocksOf(unpackColumns(part, block.bytes).slice(known));
    }
  }
}

/** The same blocks; those that hold a value of one of the subjects are made anew without it. */
export async function* withoutErased(
  partition: Partition,
  blocks: AsyncIterable<ColumnBlock>,
  subjects: ReadonlySet<string>,
): AsyncGenerator<ColumnBlock> {
  for await (const block of blocks) {
    if (subjects.size === 0) yield block;
    else yield* blocksOf(withoutSubjects(unpackColumns(partition, block.bytes), subjects));
  }
}

/**
 * The same records of a stream that is kept for ever, in blocks that end where packs do. Nearly all do already; where a backup
 * ended in the middle of one, its parts are put together.
 */
export async function* asPacks(
  partition: Partition,
  blocks: AsyncIterable<ColumnBlock>,
): AsyncGenerator<ColumnBlock> {
  let held: readonly LogRecord[] = [];
  for await (const block of blocks) {
    const [first = 0] = block.offsets;
    if (first % blockRecords === 0 && block.offsets.length === blockRecords) {
      yield block;
      continue;
    }
    held = [...held, ...unpackColumns(partition, block.bytes)];
    const past = (held.at(-1)?.offset ?? 0) + 1;
    const whole = Math.max(0, held.length - (past % blockRecords));
    yield* blocksOf(held.slice(0, whole));
    held = held.slice(whole);
  }
  yield* blocksOf(held);
}

function blocksOf(records: readonly LogRecord[]): Generator<ColumnBlock> {
  return columnBlocks(packColumns(records));
}
