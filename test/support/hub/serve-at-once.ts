import { feedSettleMs } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import { clockSql } from '../../../shared/postgres/clock/clock-sql.ts';
import type { Database } from '../../../shared/postgres/database.ts';

/**
 * For tests that are not about the delay of the feed. A client that follows by cursor may miss the
 * first events of an account: see `serveSooner`.
 */
export function serveAtOnce(database: Database): Promise<void> {
  return serveAfter(database, 0);
}

/**
 * Serves events after 6 s instead of 10 s, for tests that follow by cursor. Served events must be
 * older than the directory, which is at most 5 s old: the cursor passes events of unknown accounts.
 */
export function serveSooner(database: Database): Promise<void> {
  return serveAfter(database, 6_000);
}

/** Each move of the feed's watermark sets the watermark ahead. */
async function serveAfter(database: Database, settleMs: number): Promise<void> {
  await database.run({
    text: `create or replace function projection.serve_earlier() returns trigger language plpgsql as $$
           begin
             new.watermark_at := ${clockSql} + ${feedSettleMs - settleMs};
             return new;
           end $$`,
  });
  await database.run({
    text: `create or replace trigger serve_earlier before update on projection.checkpoint
           for each row when (new.projection = 'event-feed') execute function projection.serve_earlier()`,
  });
}
