import { isKeptForever, partitionName, type StreamName } from '../../events/streams.ts';
import { byteaArray, int2Array, int8Array, textArray, uuidArray } from '../../postgres/binary-array.ts';
import type { Database, Tx } from '../../postgres/database.ts';
import type { LogRecord, Position, TimedEntry } from '../event-log.ts';
import { blockRecords, packColumns } from '../record-columns.ts';
import { type Pack, packedBytes } from './pack.ts';

interface Counter {
  readonly stream: StreamName;
  readonly partition: number;
  next: number;
  time: number;
  /** Below it records are in packs. */
  packed: number;
}

/** Records of one insert; larger inserts gain nothing. */
const chunkRecords = 5_000;

/**
 * `EventLog.import` in one transaction, which locks the counters as an append does. Of streams that are kept for ever, whole
 * blocks that begin where packs end become packs at once: as rows they would cost three times the CPU now, and be packed later.
 * @throws when a time is below the one before it in its partition; then nothing is appended
 */
export async function importRecords(
  database: Database,
  entries: readonly TimedEntry[],
): Promise<readonly Position[]> {
  if (entries.length === 0) return [];
  return database.transaction(async (tx) => {
    const counters = await lockCounters(tx, entries);
    const positions = entries.map((entry) => takePosition(counters, entry));
    const { packs, rows } = divide(counters, recordsAt(entries, positions));
    await insertPacks(tx, packs);
    for (let from = 0; from < rows.length; from += chunkRecords) {
      await insertRecords(tx, rows.slice(from, from + chunkRecords));
    }
    await moveCounters(tx, [...counters.values()]);
    return positions;
  });
}

async function lockCounters(tx: Tx, entries: readonly TimedEntry[]): Promise<Map<string, Counter>> {
  const places = new Map(entries.map((entry) => [partitionName(entry), entry]));
  const counters = await tx.many<Counter>({
    text: `
      select p.stream, p.partition, p.next_offset as next, p.last_time as time, p.packed_offset as packed
      from log.partition as p
      join unnest($1::text[], $2::smallint[]) as place (stream, partition)
        on place.stream = p.stream and place.partition = p.partition
      order by p.stream, p.partition
      for update of p`,
    values: [
      [...places.values()].map((entry) => entry.stream),
      [...places.values()].map((entry) => entry.partition),
    ],
  });
  return new Map(counters.map((counter) => [partitionName(counter), counter]));
}

function takePosition(counters: Map<string, Counter>, entry: TimedEntry): Position {
  const { stream, partition, appendTime } = entry;
  const counter = counters.get(partitionName(entry));
  if (counter === undefined) throw new Error(`the log has no partition ${partition} of ${stream}`);
  if (appendTime < counter.time) {
    throw new Error(
      `${partitionName(entry)} already has a record of time ${counter.time}, an imported one is of ${appendTime}`,
    );
  }
  const offset = counter.next;
  counter.next += 1;
  counter.time = appendTime;
  return { stream, partition, offset, appendTime };
}

function recordsAt(entries: readonly TimedEntry[], positions: readonly Position[]): LogRecord[] {
  // There is one position for each entry, in order.
  return entries.map((entry, index) => ({ ...entry, offset: positions[index]?.offset ?? 0 }));
}

/** What becomes packs, and what rows. Moves `packed` of the counters. */
function divide(
  counters: ReadonlyMap<string, Counter>,
  records: readonly LogRecord[],
): { readonly packs: readonly Pack[]; readonly rows: readonly LogRecord[] } {
  const packs: Pack[] = [];
  const rows: LogRecord[] = [];
  for (const [name, group] of Map.groupBy(records, partitionName)) {
    const counter = counters.get(name);
    let done = 0;
    if (counter !== undefined && isKeptForever(counter.stream) && group[0]?.offset === counter.packed) {
      for (; group.length - done >= blockRecords; done += blockRecords) {
        packs.push(packOf(counter, group.slice(done, done + blockRecords)));
        counter.packed += blockRecords;
      }
    }
    for (const record of group.slice(done)) rows.push(record);
  }
  return { packs, rows };
}

function packOf({ stream, partition, packed }: Counter, records: readonly LogRecord[]): Pack {
  const bytes = packedBytes(packColumns(records));
  return { stream, partition, first: packed, past: packed + records.length, bytes };
}

async function insertPacks(tx: Tx, packs: readonly Pack[]): Promise<void> {
  if (packs.length === 0) return;
  await tx.run({
    name: 'log_import_packs',
    text: `
      insert into log.pack (stream, partition, first_offset, past_offset, records)
      select stream, partition, first_offset, past_offset, records
      from unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bytea[])
        as p (stream, partition, first_offset, past_offset, records)`,
    values: [
      textArray(packs.map((pack) => pack.stream)),
      int2Array(packs.map((pack) => pack.partition)),
      int8Array(packs.map((pack) => pack.first)),
      int8Array(packs.map((pack) => pack.past)),
      byteaArray(packs.map((pack) => pack.bytes)),
    ],
  });
}

async function insertRecords(tx: Tx, records: readonly LogRecord[]): Promise<void> {
  await tx.run({
    name: 'log_import',
    text: `
      insert into log.record
        (stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value)
      select stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value
      from unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[], $5::text[], $6::uuid[], $7::text[],
                  $8::smallint[], $9::text[], $10::text[], $11::bytea[])
        as r (stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value)`,
    values: [
      textArray(records.map((record) => record.stream)),
      int2Array(records.map((record) => record.partition)),
      int8Array(records.map((record) => record.offset)),
      int8Array(records.map((record) => record.appendTime)),
      textArray(records.map((record) => record.key)),
      uuidArray(records.map((record) => record.recordId)),
      textArray(records.map((record) => record.type)),
      int2Array(records.map((record) => record.version)),
      textArray(records.map((record) => record.source)),
      textArray(records.map((record) => record.keyId)),
      byteaArray(records.map((record) => record.value)),
    ],
  });
}

async function moveCounters(tx: Tx, counters: readonly Counter[]): Promise<void> {
  await tx.run({
    text: `
      update log.partition as p
      set next_offset = moved.next, last_time = moved.time, packed_offset = moved.packed
      from unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[])
        as moved (stream, partition, next, time, packed)
      where p.stream = moved.stream
        and p.partition = moved.partition`,
    values: [
      counters.map((counter) => counter.stream),
      counters.map((counter) => counter.partition),
      counters.map((counter) => counter.next),
      counters.map((counter) => counter.time),
      counters.map((counter) => counter.packed),
    ],
  });
}
