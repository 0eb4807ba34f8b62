import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../shared/postgres/database.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { readGenerationSizes } from '../../shared/projection/upkeep/generation-sizes.ts';

interface Row {
  readonly projection: string;
  readonly state: string;
  readonly generations: number;
  readonly position: number;
  readonly damaged: number;
  readonly parked: number;
}

export const shownStates = ['live', 'previous', 'building', 'ready', 'stopped'];

/** @returns a function that measures once */
export function createGenerationGauges(options: {
  readonly database: Database;
  readonly projections: readonly Projection[];
  readonly metrics: Registry;
}): () => Promise<void> {
  const { database, projections, metrics } = options;
  const byState = { labelNames: ['projection', 'state'] as const, registers: [metrics] };
  const byProjection = { labelNames: ['projection'] as const, registers: [metrics] };
  const generations = new Gauge({
    ...byState,
    name: 'projection_generations',
    help: 'Generations of a projection that have tables',
  });
  const position = new Gauge({
    ...byState,
    name: 'projection_position_records',
    help: 'Log records that the generations of a projection have read, in all partitions',
  });
  const size = new Gauge({
    name: 'projection_size_bytes',
    help: 'Tables of a projection on disk, by the role of the generation',
    labelNames: ['projection', 'role'],
    registers: [metrics],
  });
  const damaged = new Gauge({
    ...byProjection,
    name: 'projection_damaged_generations',
    help: 'Generations of a projection with pages that cannot be read; hub projections says which',
  });
  const parked = new Gauge({
    ...byProjection,
    name: 'projection_records_parked',
    help: 'Parked records, with the records that wait behind them; hub parked list names them',
  });

  return async () => {
    const rows = await readRows(database);
    for (const { name: projection } of projections) {
      const own = rows.filter((row) => row.projection === projection);
      for (const state of shownStates) {
        const found = own.find((row) => row.state === state);
        generations.set({ projection, state }, found?.generations ?? 0);
        position.set({ projection, state }, found?.position ?? 0);
      }
      damaged.set({ projection }, sumOf(own, 'damaged'));
      parked.set({ projection }, sumOf(own, 'parked'));
    }
    size.reset();
    for (const { projection, role, bytes } of await readGenerationSizes(database)) {
      size.inc({ projection, role }, bytes);
    }
  };
}

function sumOf(rows: readonly Row[], field: 'damaged' | 'parked'): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function readRows(database: Database): Promise<Row[]> {
  return database.many<Row>({
    // After an update, an earlier shape stays live for the earlier release, and counts as previous.
    text: `select g.projection, s.state, count(*) as generations, count(g.damage) as damaged,
                  coalesce(sum(c.position), 0)::bigint as position, coalesce(sum(p.parked), 0)::bigint as parked
           from projection.generation g
           cross join lateral (
             select case
               when g.state = 'live' and exists (
                 select from projection.pointer where projection = g.projection and shape > g.shape
               ) then 'previous'
               else g.state
             end as state
           ) as s
           left join lateral (
             select sum(next_offset) as position
             from projection.checkpoint
             where projection = g.projection and generation = g.generation
           ) as c on true
           left join lateral (
             select count(*) as parked
             from projection.parked
             where projection = g.projection and generation = g.generation
           ) as p on true
           where g.state <> 'retired'
           group by g.projection, s.state`,
  });
}
