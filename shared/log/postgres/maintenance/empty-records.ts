import { isKeptForever, type Partition, partitionOf, streamNames } from '../../../events/streams.ts';
import type { Database, Tx } from '../../../postgres/database.ts';
import { lockNumbers } from '../../../postgres/lock-numbers.ts';
import { compressPack, type Pack, recordsOfPack } from '../../records/pack.ts';
import { withoutValuesOf } from '../../records/read-columns-from-records.ts';
import { encodeColumns } from '../../records/record-columns.ts';
import { streamTable } from '../ensure-streams.ts';
import { isLogDamage } from './damaged-records.ts';

const offsetsPerStatement = 100_000;

/** More failures mean a damaged index: a damaged page has about a hundred records. */
const damagedRangesMax = 2_000;

export interface EmptiedRecords {
  readonly emptied: number;
  /** The first skipped damage; null without damage. */
  readonly damage: unknown;
}

/**
 * Removes the values of the records of subjects, also wrapped data keys. Skips damaged pages and
 * packs: their sealed values cannot be read without data keys, which are removed last.
 */
export async function emptyRecords(database: Database, subjects: readonly string[]): Promise<EmptiedRecords> {
  const all = { emptied: 0, damage: null as unknown };
  for (const stream of streamNames) {
    const partitions = new Set(subjects.map((subject) => partitionOf(stream, subject)));
    for (const partition of partitions) {
      // Packs after rows: rows that were packed in between are in the packs.
      for (const empty of [emptyPartition, emptyPacks]) {
        const { emptied, damage } = await empty(database, { stream, partition }, subjects).catch(skipDamage);
        all.emptied += emptied;
        all.damage ??= damage;
      }
    }
  }
  return all;
}

/** @throws the error unless it is about damage */
function skipDamage(error: unknown): EmptiedRecords {
  if (!isLogDamage(error)) throw error;
  return { emptied: 0, damage: error };
}

async function emptyPartition(
  database: Database,
  { stream, partition }: Partition,
  subjects: readonly string[],
): Promise<EmptiedRecords> {
  const { first, past } = await database.one<{ first: number; past: number }>({
    text: `
      select start_offset as first, next_offset as past
      from log.partition
      where stream = $1
        and partition = $2`,
    values: [stream, partition],
  });
  // Earlier releases put names of skills into keys, which people can invent.
  const hasTextInKeys = stream === 'hub.state';
  const empty = (from: number, to: number) =>
    withoutMaintenance(database, (tx) =>
      tx.run({
        text: `
        update ${streamTable(stream)}
        set value = null, key_id = null${hasTextInKeys ? ", key = split_part(key, '/', 1)" : ''}
        where partition = $1
          and "offset" >= $2
          and "offset" < $3
          and split_part(key, '/', 1) = any($4)
          and (value is not null${hasTextInKeys ? " or position('/' in key) > 0" : ''})`,
        values: [partition, from, to, subjects],
      }),
    );
  const all = { emptied: 0, damage: null as unknown };
  let damagedLeft = damagedRangesMax;
  for (const ranges = rangesOf(first, past); ranges.length > 0; ) {
    const [from = 0, to = 0] = ranges.pop() ?? [];
    try {
      all.emptied += await empty(from, to);
    } catch (error) {
      if (!isLogDamage(error)) throw error;
      all.damage ??= error;
      const middle = Math.ceil((from + to) / 2);
      damagedLeft -= 1;
      // Half of a range may have no damage.
      if (to - from > 1 && damagedLeft > 0) ranges.push([middle, to], [from, middle]);
    }
  }
  return all;
}

/** The first range last. */
function rangesOf(first: number, past: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let from = first; from < past; from += offsetsPerStatement)
    ranges.unshift([from, Math.min(from + offsetsPerStatement, past)]);
  return ranges;
}

/** During maintenance, a new pack could keep a value that `work` removes from its row. */
function withoutMaintenance<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.logMaintenance] });
    return work(tx);
  });
}

const packsPerTransaction = 50;

async function emptyPacks(
  database: Database,
  place: Partition,
  subjects: readonly string[],
): Promise<EmptiedRecords> {
  const all = { emptied: 0, damage: null as unknown };
  if (!isKeptForever(place.stream)) return all;
  let next: number | null = 0;
  while (next !== null) {
    const from: number = next;
    const batch = await database.transaction((tx) => emptyPacksFrom(tx, place, { from, subjects }));
    all.emptied += batch.emptied;
    all.damage ??= batch.damage;
    next = batch.next;
  }
  return all;
}

/** `next` is null at the end. */
async function emptyPacksFrom(
  tx: Tx,
  { stream, partition }: Partition,
  { from, subjects }: { readonly from: number; readonly subjects: readonly string[] },
): Promise<EmptiedRecords & { readonly next: number | null }> {
  const packs = await tx.many<Pick<Pack, 'first' | 'past' | 'bytes'>>({
    text: `
      select first_offset as first, past_offset as past, records as bytes
      from log.pack
      where stream = $1
        and partition = $2
        and past_offset > $3
      order by past_offset
      limit $4
      for update`,
    values: [stream, partition, from, packsPerTransaction],
  });
  const erased = new Set(subjects);
  let emptied = 0;
  let damage: unknown = null;
  for (const pack of packs) {
    const change = withoutSubjectsOf({ ...pack, stream, partition }, erased);
    damage ??= change.damage;
    emptied += change.emptied;
    if (change.bytes === null) continue;
    await tx.run({
      text: 'update log.pack set records = $4 where stream = $1 and partition = $2 and past_offset = $3',
      values: [stream, partition, pack.past, change.bytes],
    });
  }
  return {
    emptied,
    damage,
    next: packs.length === packsPerTransaction ? (packs.at(-1)?.past ?? null) : null,
  };
}

/** `bytes` is null when nothing changes and for a damaged pack. */
function withoutSubjectsOf(
  pack: Pack,
  subjects: ReadonlySet<string>,
): EmptiedRecords & { readonly bytes: Buffer | null } {
  try {
    const before = recordsOfPack(pack);
    const { records: after, isChanged } = withoutValuesOf(before, subjects);
    const emptied = before.filter(({ value }, index) => value !== after[index]?.value).length;
    return { emptied, damage: null, bytes: isChanged ? compressPack(encodeColumns(after)) : null };
  } catch (error) {
    return { ...skipDamage(error), bytes: null };
  }
}
