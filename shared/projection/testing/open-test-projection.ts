import type { Journal, TimedEvent } from '../../log/journal.ts';
import type { Database } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import { digestGeneration } from '../generations/generation-digest.ts';
import type { Projection } from '../projection.ts';
import { buildGeneration } from './build-generation.ts';
import { openTestLog } from './open-test-log.ts';
import { drain, liveGeneration } from './step-projector.ts';

/** One projection on a real log in a fresh database. */
export interface TestProjection {
  readonly database: Database;
  readonly journal: Journal;
  readonly live: Generation;
  /** Puts events into the log at the times given, and projects them. */
  record(...events: readonly TimedEvent[]): Promise<void>;
  /** The digest of the live tables. */
  digest(): Promise<string>;
  /** The digest of tables rebuilt from the log in batches of these sizes, over and over. */
  digestOfRebuild(batchSizes: readonly number[]): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a projection of any state and events, as the registry lists them
export async function openTestProjection(projection: Projection<any, any>): Promise<TestProjection> {
  const { database, journal } = await openTestLog('projections');
  const live = await liveGeneration(database, projection);
  return {
    database,
    journal,
    live,
    record: async (...events) => {
      await journal.import(events);
      await drain(database, journal, live);
    },
    digest: async () => (await digestGeneration(database, live)).digest,
    digestOfRebuild: async (batchSizes) => {
      let turn = 0;
      const batchSize = () => batchSizes[turn++ % batchSizes.length] ?? 1;
      const built = await buildGeneration({ database, journal, projection, batchSize });
      return (await digestGeneration(database, built)).digest;
    },
  };
}
