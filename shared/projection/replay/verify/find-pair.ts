import { OperatorError } from '../../../errors/errors.ts';
import type { Sql } from '../../../postgres/database.ts';
import { type QuotedSchema, quoted } from '../../../postgres/quoted-schema.ts';
import { readStoredGenerations, type StoredGeneration } from '../../generations/generation-roles.ts';
import type { ProjectionName } from '../../projection.ts';
import type { GenerationPair } from './barrier.ts';

export interface FoundPair extends GenerationPair {
  readonly liveSchema: QuotedSchema;
  readonly candidateSchema: QuotedSchema;
}

/**
 * The newest `ready` generation, and the live generation of its shape, or else of the newest shape.
 * @throws OperatorError when no generation is live, or no newer generation is `ready`
 */
export async function findPair(sql: Sql, name: ProjectionName): Promise<FoundPair> {
  const rows = (await readStoredGenerations(sql, name)).toReversed();
  const candidate = rows.find(({ state }) => state === 'ready');
  const live = liveFor(rows, candidate);
  if (live === undefined) throw new OperatorError('unknown_projection', `${name} has no live generation`);
  if (candidate === undefined || candidate.generation < live.generation) {
    const builds = rows.some(({ state }) => state === 'building');
    const stopped = rows.find(({ state, generation }) => state === 'stopped' && generation > live.generation);
    if (stopped !== undefined) {
      const { generation } = stopped;
      const message = `generation ${generation} of ${name} is stopped: to see why, run hub projections; to drop it, run hub projections retire ${name} --generation ${generation}`;
      throw new OperatorError('no_candidate', message);
    }
    throw new OperatorError(
      'no_candidate',
      builds
        ? `the new generation of ${name} is not finished: to continue it, run hub projections rebuild ${name}`
        : `${name} has no generation newer than the live generation: to build one, run hub projections rebuild ${name}`,
    );
  }
  return {
    name,
    live: live.generation,
    candidate: candidate.generation,
    liveSchema: quoted(live.schema_name),
    candidateSchema: quoted(candidate.schema_name),
  };
}

function liveFor(
  rows: readonly StoredGeneration[],
  candidate: StoredGeneration | undefined,
): StoredGeneration | undefined {
  const served = rows
    .filter(({ is_pointed_at }) => is_pointed_at)
    .sort((left, right) => right.shape - left.shape);
  return served.find(({ shape }) => shape === candidate?.shape) ?? served[0];
}
