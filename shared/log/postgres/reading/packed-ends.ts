import type { Sql } from '../../../postgres/database.ts';
import type { PartitionEnds, ReadPosition } from '../../event-log.ts';

/** When the machine of the server vanishes, TCP alone would wait for many minutes. */
export const abandonAfterMs = 20_000;

/** Records below `packed` are in packs. */
export interface PackedEnds extends PartitionEnds {
  readonly packed: number;
}

/** In the order of the positions. */
export async function readPackedEnds(sql: Sql, positions: readonly ReadPosition[]): Promise<PackedEnds[]> {
  const ends = await sql.many<PackedEnds>({
    name: 'log_ends',
    text: `
      select p.stream, p.partition, p.start_offset as start, p.next_offset as "end", p.packed_offset as packed
      from unnest($1::text[], $2::smallint[]) with ordinality as wanted (stream, partition, number)
      join log.partition as p on p.stream = wanted.stream and p.partition = wanted.partition
      order by wanted.number`,
    values: [positions.map(({ stream }) => stream), positions.map(({ partition }) => partition)],
    abandonAfterMs,
  });
  if (ends.length !== positions.length) throw new Error('a partition is in no stream of the log');
  return ends;
}
