import type { NewEvent } from '../../../shared/events/event.ts';
import type { Generation } from '../../../shared/projection/generations/generation.ts';
import { openTestLog, type TestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../projection.ts';
import { createEventFeedQueries, type EventFeedQueries } from '../queries/event-feed-queries.ts';

export interface TestFeed extends TestLog {
  readonly generation: Generation;
  /** Queries of a feed whose events settle after this long; at once when not given. */
  queries(settleMs?: number, schema?: string): EventFeedQueries;
  /** Appends events and projects them. @returns their sequences in the log */
  record(...events: readonly NewEvent[]): Promise<number[]>;
}

/** A feed made of records of a log, in a fresh database. */
export async function openTestFeed(): Promise<TestFeed> {
  const log = await openTestLog('projections');
  const generation = await liveGeneration(log.database, eventFeedProjection);

  return {
    ...log,
    generation,
    queries: (settleMs = 0, schema = generation.schema) =>
      createEventFeedQueries({
        database: log.database,
        settleMs,
        generations: { schemaOf: () => schema },
      }),
    record: async (...events) => {
      const positions = await log.journal.append(events);
      await drain(log.database, log.journal, generation);
      return positions.map(({ offset }) => offset + 1);
    },
  };
}
