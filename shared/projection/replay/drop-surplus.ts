import type { Database } from '../../postgres/database.ts';
import { requestStatementTimeoutMs } from '../../postgres/open-database.ts';
import { isAbove, type Version, versionKeySql } from '../generations/generation.ts';
import { readStoredGenerations, rolesOf, type StoredGeneration } from '../generations/generation-roles.ts';
import { isWorkerAliveSql } from '../leases/workers.ts';
import { announce, generationsChanged } from '../live/announce.ts';
import { readLiveEveryMs } from '../live/live-generations.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import { dropGeneration } from './rebuild/drop-generation.ts';

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
  const dropped: number[] = [];
  for (const generation of await surplusOf(database, name, version)) {
    if (await dropGeneration(database, name, generation)) dropped.push(generation);
  }
  if (dropped.length > 0) await announce(database, [generationsChanged]);
  return dropped;
}

async function surplusOf(database: Database, name: ProjectionName, version: Version): Promise<number[]> {
  const generations = await readStoredGenerations(database, name);
  const roles = rolesOf(generations);
  const live = generations.find(({ generation }) => roles.get(generation) === 'live');
  if (live === undefined) return [];
  const surplus = generations.filter(({ generation }) => roles.get(generation) === 'surplus');
  const mayBeRead = (each: StoredGeneration) =>
    each.generation < live.generation && (each.moved_ago_ms ?? 0) < readersGoneMs;
  const dropped: number[] = [];
  for (const each of surplus.filter((one) => !mayBeRead(one) && !isAbove(one, version))) {
    // A process of an earlier release reads the tables of its shape.
    if (!each.is_pointed_at || !(await hasWorkers(database, each))) dropped.push(each.generation);
  }
  return dropped;
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
  const isOtherVersion = live.shape !== previous.shape || live.logic !== previous.logic;
  if (isOtherVersion && (await hasWorkers(database, previous))) return [];
  if (await isVerifying(database, name)) return [];
  if (!(await dropGeneration(database, name, previous.generation))) return [];
  await announce(database, [generationsChanged]);
  return [previous.generation];
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

async function hasWorkers(
  database: Database,
  { projection, generation }: Pick<StoredGeneration, 'projection' | 'generation'>,
): Promise<boolean> {
  const { has } = await database.one<{ has: boolean }>({
    text: `select exists (
             select
             from projection.member m
             join projection.generation g on g.projection = $1 and g.generation = $2
             where ${isWorkerAliveSql} and ${versionKeySql('g')} = any (m.runs)
           ) as has`,
    values: [projection, generation],
  });
  return has;
}
