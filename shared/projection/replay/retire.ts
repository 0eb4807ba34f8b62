import { pause } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import type { Database } from '../../postgres/database.ts';
import { isAbove, type Version } from '../generations/generation.ts';
import { readStoredGenerations, rolesOf, type StoredGeneration } from '../generations/generation-roles.ts';
import type { ProjectionName } from '../projection.ts';
import { readersGoneMs } from './drop-surplus.ts';
import { dropGenerations } from './rebuild/drop-generation.ts';

export interface RetireInput {
  /** Drops this generation only. */
  readonly generation?: number | undefined;
  /** Drops the previous generation too. No rollback is possible after that. */
  readonly previous?: boolean | undefined;
  /**
   * The version of this release. Its live tables and the tables of later releases stay, unless
   * `generation` names them.
   */
  readonly own?: Version | undefined;
}

/**
 * Drops the surplus generations of a projection, or as `RetireInput` says. After a promotion, waits
 * until no reader has the old tables.
 * @returns the numbers of the dropped generations
 * @throws OperatorError when there is nothing to drop, or the given generation is live or being
 * built
 */
export async function retire(
  database: Database,
  name: ProjectionName,
  { generation, previous = false, own }: RetireInput = {},
): Promise<number[]> {
  const generations = await readStoredGenerations(database, name);
  const roles = rolesOf(generations);
  const isWanted = (each: StoredGeneration): boolean => {
    const role = roles.get(each.generation);
    if (role === 'live' || role === 'building') return false;
    if (generation !== undefined) return each.generation === generation;
    if (own !== undefined && isKeptFor(own, each)) return false;
    return role === 'surplus' || (previous && role === 'previous');
  };
  const wanted = generations.filter(isWanted);
  if (wanted.length === 0) throw nothingToRetire(name, { generation, previous });
  const movedAgoMs = wanted[0]?.moved_ago_ms ?? readersGoneMs;
  // `movedAgoMs` is below 0 when the clock was set back since the promotion.
  await pause(Math.min(readersGoneMs, readersGoneMs - movedAgoMs));
  return dropGenerations(database, name, wanted);
}

/** Whether a later release reads the tables, or this release reads them next to a later release. */
export function isKeptFor(own: Version, each: Version & Pick<StoredGeneration, 'is_pointed_at'>): boolean {
  return isAbove(each, own) || (each.is_pointed_at && each.shape === own.shape);
}

function nothingToRetire(name: string, { generation, previous }: RetireInput): OperatorError {
  if (generation !== undefined) {
    return new OperatorError(
      'nothing_to_retire',
      `generation ${generation} of ${name} is live, being built or gone`,
    );
  }
  const kept = previous ? 'no surplus and no previous generation' : 'no surplus generation';
  const other = previous ? '' : ' --previous drops the previous generation,';
  return new OperatorError(
    'nothing_to_retire',
    `${name} has ${kept} that this release may drop;${other} --generation N drops generation N`,
  );
}

/**
 * Drops the unfinished generations of a projection, which ends a running rebuild.
 * @returns the numbers of the dropped generations
 */
export async function cancelRebuild(database: Database, name: ProjectionName): Promise<number[]> {
  const generations = await readStoredGenerations(database, name);
  const unfinished = generations.filter(({ state }) => state === 'building').toReversed();
  return dropGenerations(database, name, unfinished);
}
