import type { Generation } from '../generations/generation.ts';
import { prepareGenerations } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { openTestLog, type TestLog } from './open-test-log.ts';
import { liveGeneration } from './step-projector.ts';
import { tallyProjection } from './tally-projection.ts';

export interface TestTally extends TestLog {
  readonly generation: Generation;
}

export async function openTally(projection: Projection = tallyProjection): Promise<TestTally> {
  const log = await openTestLog();
  await prepareGenerations(log.database, [projection]);
  return { ...log, generation: await liveGeneration(log.database, projection) };
}

export async function tallyTotals({
  database,
  generation,
}: Pick<TestTally, 'database' | 'generation'>): Promise<Record<string, number>> {
  const rows = await database.many<{ account_id: string; total: number }>({
    text: `select account_id, total from ${generation.schema}.tally`,
  });
  return Object.fromEntries(rows.map(({ account_id, total }) => [account_id, total]));
}
