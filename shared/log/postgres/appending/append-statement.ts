import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import { byteaArray, int2Array, int4Array, textArray } from '../../../postgres/copy/binary-array.ts';
import type { Statement } from '../../../postgres/database.ts';
import type { LogEntry, Position } from '../../event-log.ts';

/** The first offset and the time of the records of one partition. */
export interface OffsetClaim {
  readonly slot: number;
  readonly base: number;
  readonly time: number;
}

export interface PreparedAppend {
  readonly statement: Statement;
  /** In the order of the group's records. */
  positions(claims: readonly OffsetClaim[]): Position[];
}

/**
 * Locks the counters of all partitions in one order, so that writers never deadlock. Reads the time
 * under the lock, so times within a partition never fall.
 */
const appendText = `
  with wanted as (
    select slot, stream, partition, records
    from unnest($1::smallint[], $2::text[], $3::smallint[], $4::integer[]) as w (slot, stream, partition, records)
  ),
  locked as (
    select p.stream, p.partition
    from log.partition as p
    join wanted as w on w.stream = p.stream and w.partition = p.partition
    order by p.stream, p.partition
    for update of p
  ),
  claimed as (
    update log.partition as p
    set next_offset = p.next_offset + w.records,
        last_time = greatest(p.last_time, ${clockSql})
    from locked as l
    join wanted as w on w.stream = l.stream and w.partition = l.partition
    where p.stream = l.stream and p.partition = l.partition
    returning w.slot, p.stream, p.partition, p.next_offset - w.records as base, p.last_time as time
  ),
  inserted as (
    insert into log.record
      (stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value)
    select c.stream, c.partition, c.base + r.ordinal, c.time,
           r.key, r.record_id::uuid, r.type, r.version, r.source, r.key_id, r.value
    from unnest($5::smallint[], $6::integer[], $7::text[], $8::text[], $9::text[], $10::smallint[], $11::text[],
                $12::text[], $13::bytea[])
      as r (slot, ordinal, key, record_id, type, version, source, key_id, value)
    join claimed as c on c.slot = r.slot
  )
  select slot, base, time
  from claimed`;

/** The same for a role that may append only some types (`migrations/007-rights-of-roles.sql`). */
const appendRecordsText = `
  select slot, base, time
  from log.append_records($1::smallint[], $2::text[], $3::smallint[], $4::integer[], $5::smallint[], $6::integer[],
                          $7::text[], $8::text[], $9::text[], $10::smallint[], $11::text[], $12::text[], $13::bytea[])`;

/** Records of a partition get offsets in the given order. */
export function prepareAppend(
  entries: readonly LogEntry[],
  { canInsert }: { readonly canInsert: boolean },
): PreparedAppend {
  const slots = assignSlots(entries);
  return {
    statement: {
      ...(canInsert
        ? { name: 'log_append', text: appendText }
        : { name: 'log_append_records', text: appendRecordsText }),
      values: appendValues(entries, slots),
    },
    positions: (claims) => positionsOf(entries, slots, claims),
  };
}

/** Slots number the partitions of a group. Each record has a slot and a number in the slot. */
interface Slots {
  readonly first: readonly LogEntry[];
  readonly counts: readonly number[];
  readonly slotOf: readonly number[];
  readonly ordinalOf: readonly number[];
}

function assignSlots(entries: readonly LogEntry[]): Slots {
  const byPlace = new Map<string, number[]>();
  const first: LogEntry[] = [];
  const counts: number[] = [];
  const slotOf: number[] = [];
  const ordinalOf: number[] = [];
  for (const entry of entries) {
    const slots = byPlace.get(entry.stream) ?? [];
    if (slots.length === 0) byPlace.set(entry.stream, slots);
    let slot = slots[entry.partition];
    if (slot === undefined) {
      slot = first.push(entry) - 1;
      slots[entry.partition] = slot;
    }
    const ordinal = counts[slot] ?? 0;
    counts[slot] = ordinal + 1;
    slotOf.push(slot);
    ordinalOf.push(ordinal);
  }
  return { first, counts, slotOf, ordinalOf };
}

function appendValues(entries: readonly LogEntry[], slots: Slots): Buffer[] {
  return [
    int2Array(slots.first.map((_, slot) => slot)),
    textArray(slots.first.map((entry) => entry.stream)),
    int2Array(slots.first.map((entry) => entry.partition)),
    int4Array(slots.counts),
    int2Array(slots.slotOf),
    int4Array(slots.ordinalOf),
    textArray(entries.map((entry) => entry.key)),
    textArray(entries.map((entry) => entry.recordId)),
    textArray(entries.map((entry) => entry.type)),
    int2Array(entries.map((entry) => entry.version)),
    textArray(entries.map((entry) => entry.source)),
    textArray(entries.map((entry) => entry.keyId)),
    byteaArray(entries.map((entry) => entry.value)),
  ];
}

function positionsOf(entries: readonly LogEntry[], slots: Slots, claims: readonly OffsetClaim[]): Position[] {
  const claimOf: OffsetClaim[] = [];
  for (const claim of claims) claimOf[claim.slot] = claim;
  return entries.map(({ stream, partition }, index) => {
    const claim = claimOf[slots.slotOf[index] ?? -1];
    const ordinal = slots.ordinalOf[index];
    if (claim === undefined || ordinal === undefined) {
      throw new Error(`the log has no partition ${partition} of ${stream}`);
    }
    return { stream, partition, offset: claim.base + ordinal, appendTime: claim.time };
  });
}
