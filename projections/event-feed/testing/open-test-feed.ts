import { inject, onTestFinished } from 'vitest';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openQueryPool, type QueryPool } from '../../../shared/postgres/query-pool.ts';
import type { Generation } from '../../../shared/projection/generations/generation.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { openTestLog, type TestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../projection.ts';
import { createEventFeedQueries, type EventFeedQueries } from '../queries/event-feed-queries.ts';

export interface TestFeed extends TestLog {
  readonly generation: Generation;
  readonly pool: QueryPool;
  /** Queries of a feed whose events settle after this long; at once when not given. */
  queries(settleMs?: number, schema?: string): EventFeedQueries;
  /** Appends events and projects them. @returns their sequences in the log */
  record(...events: readonly NewEvent[]): Promise<number[]>;
}

/** A feed made of records of a log, in a fresh database. */
export async function openTestFeed(): Promise<TestFeed> {
  const log = await openTestLog();
  await prepareGenerations(log.database, [eventFeedProjection]);
  const generation = await liveGeneration(log.database, eventFeedProjection);
  const pool = openQueryPool({ url: await urlOf(log.database), name: 'test', maxConnections: 2 });
  onTestFinished(() => pool.close());

  return {
    ...log,
    generation,
    pool,
    queries: (settleMs = 0, schema = generation.schema) =>
      createEventFeedQueries({
        pool,
        settleMs,
        generations: { schemaOf: () => schema, close: async () => {} },
      }),
    record: async (...events) => {
      const positions = await log.journal.append(events);
      await drain(log.database, log.journal, generation);
      return positions.map(({ offset }) => offset + 1);
    },
  };
}

/** The address of the database that the connection is to. */
async function urlOf(database: Database): Promise<string> {
  const { name } = await database.one<{ name: string }>({ text: 'select current_database() as name' });
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}
