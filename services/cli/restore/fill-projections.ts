import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { promote } from '../../../shared/projection/replay/promote.ts';
import { dropGeneration } from '../../../shared/projection/replay/rebuild/drop-generation.ts';
import {
  type RebuildOptions,
  rebuildGenerations,
} from '../../../shared/projection/replay/rebuild/rebuild.ts';

/**
 * The first group decides about parked records; the other projections then skip the same records.
 */
const groups: readonly (readonly Projection[])[] = [
  projections.filter(({ name }) => name === 'access'),
  projections.filter(({ name }) => name !== 'access'),
];

const firstGeneration = 1;

type FillOptions = Omit<RebuildOptions, 'projections' | 'decisions'> & { readonly signal: AbortSignal };

/**
 * Fills the tables of all projections in a database without projectors. The next call continues an
 * interrupted call.
 * @throws OperatorError as `rebuildGenerations`; the reason of the signal
 */
export async function fillProjections(options: FillOptions): Promise<void> {
  const { database, signal } = options;
  for (const projections of groups) {
    const built = await readBuilt(database);
    const open = projections.filter(({ name }) => !built.has(name));
    if (open.length > 0) {
      await rebuildGenerations({ ...options, decisions: parkedDecisions, projections: open }).catch(
        (error) => {
          signal.throwIfAborted();
          throw error;
        },
      );
    }
    for (const { name } of projections) {
      const live = await findLive(database, name);
      if (live?.generation === firstGeneration) await promote(database, name, { force: true });
      await dropGeneration(database, name, firstGeneration);
    }
  }
}

async function readBuilt(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ name: string }>({
    text: `select projection as name
           from projection.generation
           where generation > $1 and state not in ('building', 'retired')`,
    values: [firstGeneration],
  });
  return new Set(rows.map(({ name }) => name));
}
