import { isKeptForever, type Partition, partitionName } from '../../../events/streams.ts';
import { byteaArray, int8Array } from '../../../postgres/copy/binary-array.ts';
import type { Database, Tx } from '../../../postgres/database.ts';
import { compressPack, fastPackLevel } from '../../records/pack.ts';
import type { RecordBlock } from '../../records/record-block.ts';
import { type ColumnBlock, recordsPerBlock } from '../../records/record-columns.ts';

interface Counter {
  next: number;
  /** The newest time, epoch ms. */
  time: number;
  /** Records below this offset are in packs. */
  packed: number;
}

/**
 * Appends blocks to a partition in one transaction, with the times of their records. Nobody else
 * may write to the partition.
 *
 * On streams that are kept for ever, a full block becomes a pack while all earlier records are in
 * packs. Other blocks become rows, numbered without gaps. Only the last of several packs is opened
 * for its times: times in earlier packs exceed these times by at most a clock skew.
 * @throws when a block of a stream kept for ever does not begin at the end of the partition
 */
export async function importBlocks(
  database: Database,
  partition: Partition,
  blocks: readonly RecordBlock[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const counter = await lockCounter(tx, partition);
    const packs: { readonly past: number; readonly bytes: Buffer }[] = [];
    for (const [index, block] of blocks.entries()) {
      if (!belongsInPack(partition, counter, block)) {
        const columns = block.columns();
        await insertRows(tx, partition, counter.next, columns);
        follow(partition, counter, columns);
        continue;
      }
      const isOpened = block.pack === null || blocks[index + 1]?.pack == null;
      if (isOpened) follow(partition, counter, block.columns());
      else followPack(partition, counter, block);
      counter.packed = counter.next;
      packs.push({
        past: counter.packed,
        bytes: block.pack ?? compressPack(block.columns().bytes, fastPackLevel),
      });
    }
    await insertPacks(tx, partition, packs);
    await moveCounter(tx, partition, counter);
  });
}

function lockCounter(tx: Tx, { stream, partition }: Partition): Promise<Counter> {
  return tx.one<Counter>({
    text: `select next_offset as next, last_time as time, packed_offset as packed
           from log.partition
           where stream = $1 and partition = $2
           for update`,
    values: [stream, partition],
  });
}

function belongsInPack({ stream }: Partition, { next, packed }: Counter, { records }: RecordBlock): boolean {
  return isKeptForever(stream) && next === packed && records === recordsPerBlock;
}

function followPack(partition: Partition, counter: Counter, { first, records }: RecordBlock): void {
  if (first !== counter.next) throw otherOffsets(partition, counter);
  counter.next += records;
}

function follow(partition: Partition, counter: Counter, { offsets, times }: ColumnBlock): void {
  if (isKeptForever(partition.stream) && offsets.some((offset, index) => offset !== counter.next + index)) {
    throw otherOffsets(partition, counter);
  }
  counter.time = Math.max(counter.time, ...times);
  counter.next += offsets.length;
}

function otherOffsets(partition: Partition, { next }: Counter): Error {
  return new Error(
    `${partitionName(partition)} continues at offset ${next}, but the imported records have other offsets`,
  );
}

async function insertPacks(
  tx: Tx,
  { stream, partition }: Partition,
  packs: readonly { readonly past: number; readonly bytes: Buffer }[],
): Promise<void> {
  if (packs.length === 0) return;
  await tx.run({
    name: 'log_import_packs',
    text: `
      insert into log.pack (stream, partition, first_offset, past_offset, records)
      select $1, $2, past_offset - $3, past_offset, records
      from unnest($4::bigint[], $5::bytea[]) as p (past_offset, records)`,
    values: [
      stream,
      partition,
      recordsPerBlock,
      int8Array(packs.map(({ past }) => past)),
      byteaArray(packs.map(({ bytes }) => bytes)),
    ],
  });
}

async function insertRows(
  tx: Tx,
  { stream, partition }: Partition,
  first: number,
  { columns: [, ...columns] }: ColumnBlock,
): Promise<void> {
  await tx.run({
    name: 'log_import_rows',
    text: `
      insert into log.record
        (stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value)
      select $1, $2, $3::bigint + number - 1, append_time, key, record_id, type, version, source, key_id, value
      from unnest($4::bigint[], $5::text[], $6::uuid[], $7::text[], $8::smallint[], $9::text[], $10::text[],
                  $11::bytea[]) with ordinality
        as r (append_time, key, record_id, type, version, source, key_id, value, number)`,
    values: [stream, partition, first, ...columns],
  });
}

async function moveCounter(tx: Tx, { stream, partition }: Partition, counter: Counter): Promise<void> {
  await tx.run({
    text: `update log.partition
           set next_offset = $3, last_time = $4, packed_offset = $5
           where stream = $1 and partition = $2`,
    values: [stream, partition, counter.next, counter.time, counter.packed],
  });
}
