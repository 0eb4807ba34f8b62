import type { Journal, TimedEvent } from '../../log/journal.ts';
import type { Database } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import { buildGeneration } from './build-generation.ts';
import { digestGeneration } from './digest-generation.ts';
import { openTestLog } from './open-test-log.ts';
import { drain, liveGeneration } from './step-projector.ts';

export interface TestProjection {
  readonly database: Database;
  readonly journal: Journal;
  readonly live: Generation;
  /** Appends events at their times, and projects them. */
  record(...events: readonly TimedEvent[]): Promise<void>;
  digest(): Promise<string>;
  /** Rebuilds in batches of these sizes, in turn. Loads and folds two records at a time. */
  digestOfRebuild(batchSizes: readonly number[]): Promise<string>;
}

export async function openTestProjection(
  // biome-ignore lint/suspicious/noExplicitAny: any state and events, as the registry lists them
  projection: Projection<any, any>,
  ...events: readonly TimedEvent[]
): Promise<TestProjection> {
  const { database, journal } = await openTestLog('projections');
  const live = await liveGeneration(database, projection);
  async function record(...more: readonly TimedEvent[]): Promise<void> {
    await journal.import(more);
    await drain(database, journal, live);
  }
  if (events.length > 0) await record(...events);

  return {
    database,
    journal,
    live,
    record,
    digest: async () => (await digestGeneration(database, live)).digest,
    digestOfRebuild: async (batchSizes) => {
      let turn = 0;
      const batchSize = () => batchSizes[turn++ % batchSizes.length] ?? 1;
      const built = await buildGeneration({ database, journal, projection, batchSize, pageRecords: 2 });
      return (await digestGeneration(database, built)).digest;
    },
  };
}
