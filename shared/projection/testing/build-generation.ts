import type { Journal } from '../../log/journal.ts';
import type { Database } from '../../postgres/database.ts';
import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';
import type { Generation } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import { rebuildGenerations } from '../replay/rebuild/rebuild.ts';
import { noDecisions } from './no-decisions.ts';

export interface BuildOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly projection: Projection;
  readonly decisions?: ParkedDecisionSource;
  /** Records of the next batch. */
  readonly batchSize?: () => number;
  readonly pageRecords?: number;
}

/** The new generation is `ready`. */
export async function buildGeneration({
  batchSize,
  projection,
  decisions = noDecisions,
  ...options
}: BuildOptions): Promise<Generation> {
  const [rebuilt] = await rebuildGenerations({
    ...options,
    decisions,
    projections: [projection],
    ...(batchSize && { batchRecords: batchSize }),
  });
  if (rebuilt === undefined) throw new Error('a rebuild of one projection gave no generation');
  return rebuilt.generation;
}
