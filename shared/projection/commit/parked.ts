import { type Partition, partitionName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { ParkedRecord } from './fold-batch.ts';

const reasonLengthMax = 500;

export async function insertParked(
  sql: Sql,
  generation: Generation,
  parked: readonly ParkedRecord[],
): Promise<void> {
  await sql.run({
    text: `insert into projection.parked
             (projection, generation, stream, partition, record_offset, record_time, record_id, subject, behind, reason)
           select $1, $2, p.*
           from unnest($3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::boolean[],
                       $10::text[]) as p`,
    values: [
      generation.projection.name,
      generation.number,
      parked.map(({ record }) => record.lease.stream),
      parked.map(({ record }) => record.lease.partition),
      parked.map(({ record }) => record.offset),
      parked.map(({ record }) => record.recordTime),
      parked.map(({ record }) => storable(record.recordId)),
      parked.map(({ record }) => storable(record.subject)),
      parked.map(({ behind }) => behind),
      parked.map(({ reason }) => storableReason(reason)),
    ],
    name: 'projection-park',
  });
}

export function storableReason(reason: string): string {
  return storable(reason).slice(0, reasonLengthMax);
}

/** Parking must not fail on the bytes for which the record was refused. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * By `partitionName`. Empty for a projection that parks single records, because nothing waits
 * there.
 */
export async function readParkedSubjects(
  sql: Sql,
  { projection, number }: Pick<Generation, 'projection' | 'number'>,
  places: readonly Partition[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (projection.parks === 'record' || places.length === 0) return new Map();
  const rows = await sql.many<Partition & { subject: string }>({
    text: `select distinct p.stream, p.partition, p.subject
           from projection.parked p
           join unnest($3::text[], $4::int[]) as taken (stream, partition) using (stream, partition)
           where p.projection = $1 and p.generation = $2`,
    values: [
      projection.name,
      number,
      places.map(({ stream }) => stream),
      places.map(({ partition }) => partition),
    ],
  });
  const byPlace = Map.groupBy(rows, partitionName);
  return new Map(Array.from(byPlace, ([place, own]) => [place, new Set(own.map(({ subject }) => subject))]));
}
