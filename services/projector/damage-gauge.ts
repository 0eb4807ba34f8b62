import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../shared/postgres/database.ts';
import type { Projection } from '../../shared/projection/projection.ts';

/** Shows which projections have tables with pages that cannot be read, whichever process met them. @returns one look */
export function createDamageGauge(options: {
  readonly database: Database;
  readonly projections: readonly Projection[];
  readonly metrics: Registry;
}): () => Promise<void> {
  const { database, projections, metrics } = options;
  const gauge = new Gauge({
    name: 'projection_damaged_generations',
    help: 'Generations of a projection that have pages which cannot be read; hub projections says which',
    labelNames: ['projection'],
    registers: [metrics],
  });

  return async () => {
    const rows = await database.many<{ projection: string; damaged: number }>({
      text: `select projection, count(*) as damaged
             from projection.generation
             where damage is not null
             group by projection`,
    });
    const damaged = new Map(rows.map((row) => [row.projection, row.damaged]));
    for (const { name } of projections) gauge.set({ projection: name }, damaged.get(name) ?? 0);
  };
}
