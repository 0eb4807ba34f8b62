import { type Partition, partitionName } from '../../../events/streams.ts';
import { int2Array, int8Array, textArray } from '../../../postgres/copy/binary-array.ts';
import type { Database, Tx } from '../../../postgres/database.ts';
import type { LogRecord, Position, TimedEntry } from '../../event-log.ts';
import { entryArrays } from '../../records/record-columns.ts';

interface Counter extends Partition {
  next: number;
  time: number;
}

const chunkRecords = 5_000;

/**
 * `EventLog.import` in one transaction. Locks the counters in the order of appends, so that writers
 * never deadlock. A counter keeps the newest time, so later appends never get an earlier time.
 */
export function importRecords(
  database: Database,
  entries: readonly TimedEntry[],
): Promise<readonly Position[]> {
  return importAll(database, entries, (_, next) => next);
}

/** As `importRecords`, but with the offsets of the records, which may have gaps. */
export function importAtOffsets(
  database: Database,
  records: readonly LogRecord[],
): Promise<readonly Position[]> {
  return importAll(database, records, ({ offset }, next) => {
    if (offset < next) throw new Error(`the log already has offset ${offset}`);
    return offset;
  });
}

async function importAll<Entry extends TimedEntry>(
  database: Database,
  entries: readonly Entry[],
  offsetOf: (entry: Entry, next: number) => number,
): Promise<readonly Position[]> {
  if (entries.length === 0) return [];
  return database.transaction(async (tx) => {
    const counters = await lockCounters(tx, entries);
    const positions = entries.map((entry) => {
      const counter = counterOf(counters, entry);
      const offset = offsetOf(entry, counter.next);
      counter.next = offset + 1;
      counter.time = Math.max(counter.time, entry.appendTime);
      const { stream, partition, appendTime } = entry;
      return { stream, partition, offset, appendTime };
    });
    for (let from = 0; from < entries.length; from += chunkRecords) {
      const to = from + chunkRecords;
      await insertRecords(tx, entries.slice(from, to), positions.slice(from, to));
    }
    await moveCounters(tx, [...counters.values()]);
    return positions;
  });
}

async function lockCounters(tx: Tx, entries: readonly TimedEntry[]): Promise<Map<string, Counter>> {
  const places = new Map(entries.map((entry) => [partitionName(entry), entry]));
  const counters = await tx.many<Counter>({
    text: `
      select p.stream, p.partition, p.next_offset as next, p.last_time as time
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

function counterOf(counters: ReadonlyMap<string, Counter>, place: Partition): Counter {
  const counter = counters.get(partitionName(place));
  if (counter === undefined)
    throw new Error(`the log has no partition ${place.partition} of ${place.stream}`);
  return counter;
}

async function insertRecords(
  tx: Tx,
  entries: readonly TimedEntry[],
  positions: readonly Position[],
): Promise<void> {
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
      textArray(entries.map((entry) => entry.stream)),
      int2Array(entries.map((entry) => entry.partition)),
      int8Array(positions.map((position) => position.offset)),
      int8Array(positions.map((position) => position.appendTime)),
      ...entryArrays(entries),
    ],
  });
}

async function moveCounters(tx: Tx, counters: readonly Counter[]): Promise<void> {
  await tx.run({
    text: `
      update log.partition as p
      set next_offset = moved.next, last_time = moved.time
      from unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[]) as moved (stream, partition, next, time)
      where p.stream = moved.stream
        and p.partition = moved.partition`,
    values: [
      counters.map((counter) => counter.stream),
      counters.map((counter) => counter.partition),
      counters.map((counter) => counter.next),
      counters.map((counter) => counter.time),
    ],
  });
}
