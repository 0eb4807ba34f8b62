import type { Sql } from '../../postgres/database.ts';
import type { PartitionEnds, Place } from '../event-log.ts';

/**
 * A read takes 10 ms. If the server's machine has vanished, TCP would wait for a quarter of an hour, and every report waits
 * for a read of the keys.
 */
export const abandonAfterMs = 20_000;

/** The ends of a partition, and the offset below which its records are in packs. */
export interface PlaceEnds extends PartitionEnds {
  readonly packed: number;
}

/** The ends of the places' partitions, in the order of the places. */
export async function readPlaceEnds(sql: Sql, places: readonly Place[]): Promise<PlaceEnds[]> {
  const ends = await sql.many<PlaceEnds>({
    name: 'log_place_ends',
    text: `
      select p.stream, p.partition, p.start_offset as start, p.next_offset as "end", p.packed_offset as packed
      from unnest($1::text[], $2::smallint[]) with ordinality as place (stream, partition, number)
      join log.partition as p on p.stream = place.stream and p.partition = place.partition
      order by place.number`,
    values: [places.map((place) => place.stream), places.map((place) => place.partition)],
    abandonAfterMs,
  });
  if (ends.length !== places.length) throw new Error('a place is in no stream of the log');
  return ends;
}
