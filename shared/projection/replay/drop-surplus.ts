import type { Database } from '../../postgres/database.ts';
import { requestStatementTimeoutMs } from '../../postgres/open-database.ts';
import { isAbove, isSameVersion, versionKey } from '../generations/generation.ts';
import { readStoredGenerations, rolesOf, type StoredGeneration } from '../generations/generation-roles.ts';
import { runningVersions } from '../leases/workers.ts';
import { readLiveEveryMs } from '../live/live-generations.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import { dropGenerations } from './rebuild/drop-generation.ts';

/** `version`: the version of this release. */
type DroppedOf = Pick<Projection, 'name' | 'version'>;

/** How long a reader that missed the announcement of a promotion may still read the old tables. */
export const readersGoneMs = readLiveEveryMs + requestStatementTimeoutMs;

/**
 * Drops the surplus generations of a projection. Tables stay for some seconds after a promotion,
 * and while a process of their release runs. Tables of a later release stay.
 * @returns the numbers of the dropped generations
 */
export async function dropSurplus(database: Database, { name, version }: DroppedOf): Promise<number[]> {
  const generations = await readStoredGenerations(database, name);
  const roles = rolesOf(generations);
  const live = generations.find(({ generation }) => roles.get(generation) === 'live');
  if (live === undefined) return [];
  const running = await runningVersions(database);
  const mayBeRead = (each: StoredGeneration) =>
    (each.generation < live.generation && (each.moved_ago_ms ?? 0) < readersGoneMs) ||
    // A process of an earlier release reads the tables of its shape.
    (each.is_pointed_at && running.has(versionKey({ name, version: each })));
  const surplus = generations
    .filter(({ generation }) => roles.get(generation) === 'surplus')
    .filter((each) => !mayBeRead(each) && !isAbove(each, version));
  return dropGenerations(database, name, surplus);
}

/**
 * Drops the previous generation of a projection, `keptMs` after the last promotion. The generation
 * stays while a process of its version runs, the live generation is stopped or damaged, or a
 * verification runs. Tables of a later release stay.
 * @returns the number of the dropped generation; empty when the generation stays
 */
export async function dropOldPrevious(
  database: Database,
  { name, version }: DroppedOf,
  keptMs: number,
): Promise<number[]> {
  const generations = await readStoredGenerations(database, name);
  const roles = rolesOf(generations);
  const withRole = (role: string) => generations.find(({ generation }) => roles.get(generation) === role);
  const [live, previous] = [withRole('live'), withRole('previous')];
  if (live === undefined || previous === undefined || (live.moved_ago_ms ?? 0) < keptMs) return [];
  if (live.state === 'stopped' || live.damage !== null || isAbove(previous, version)) return [];
  const previousKey = versionKey({ name, version: previous });
  if (!isSameVersion(live, previous) && (await runningVersions(database)).has(previousKey)) return [];
  if (await isVerifying(database, name)) return [];
  return dropGenerations(database, name, [previous]);
}

async function isVerifying(database: Database, name: ProjectionName): Promise<boolean> {
  const { is_held } = await database.one<{ is_held: boolean }>({
    text: `select exists (
             select from projection.checkpoint where projection = $1 and barrier_until > clock_timestamp()
           ) as is_held`,
    values: [name],
  });
  return is_held;
}
