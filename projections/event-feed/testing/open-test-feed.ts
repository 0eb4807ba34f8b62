import type { NewEvent } from '../../../shared/events/event.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import type { Generation } from '../../../shared/projection/generations/generation.ts';
import { openTestLog, type TestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../projection.ts';
import { createEventFeedQueries, type EventFeedQueries } from '../queries/event-feed-queries.ts';

/** As `settleMs`: serves each event, whatever the watermark is. */
export const servedAtOnceMs = Number.MIN_SAFE_INTEGER;

export interface TestFeed extends TestLog {
  readonly generation: Generation;
  /** Without `settleMs`, events are served at once. */
  queries(settleMs?: number, schema?: QuotedSchema): EventFeedQueries;
  /** Sets the watermark, epoch ms. */
  moveWatermark(at: number): Promise<void>;
  /** Appends and projects events. @returns their sequences in the feed */
  record(...events: readonly NewEvent[]): Promise<number[]>;
  /** Stores many events, without the log. */
  fill(events: FilledEvents): Promise<void>;
}

/** The columns are SQL expressions of the sequence `n`, from 1 to `count`. */
export interface FilledEvents {
  readonly count: number;
  readonly account: string;
  readonly type?: string;
  readonly occurredAt?: string;
  readonly valueGp: string;
  readonly data?: string;
}

export async function openTestFeed(): Promise<TestFeed> {
  const log = await openTestLog('projections');
  const generation = await liveGeneration(log.database, eventFeedProjection);

  return {
    ...log,
    generation,
    queries: (settleMs = servedAtOnceMs, schema = generation.schema) =>
      createEventFeedQueries({
        database: log.database,
        settleMs,
        generations: { schemaOf: () => schema },
      }),
    moveWatermark: async (at) => {
      await log.database.run({
        text: 'update projection.checkpoint set watermark_at = $1 where (projection, generation) = ($2, $3)',
        values: [at, eventFeedProjection.name, generation.number],
      });
    },
    record: async (...events) => {
      const positions = await log.journal.append(events);
      await drain(log.database, log.journal, generation);
      return positions.map(({ offset }) => offset + 1);
    },
    fill: (events) => fill(log.database, generation.schema, events),
  };
}

/** A busy machine inserts so many rows well within the time limit of a statement. */
const rowsOfStatement = 10_000;

async function fill(database: Database, schema: QuotedSchema, events: FilledEvents): Promise<void> {
  const { count, account, type = "'loot'", occurredAt = 'n', valueGp, data = "'{}'" } = events;
  for (let first = 1; first <= count; first += rowsOfStatement) {
    await database.run({
      text: `insert into ${schema}.event
               (seq, event_id, account_id, type, occurred_at, received_at, value_gp, special_world, data)
             select n, gen_random_uuid(), ${account}, ${type}, ${occurredAt}, n, ${valueGp}, false, ${data}
             from generate_series($1::bigint, $2::bigint) n`,
      values: [first, Math.min(count, first + rowsOfStatement - 1)],
    });
  }
  await database.run({ text: `vacuum analyze ${schema}.event` });
}
