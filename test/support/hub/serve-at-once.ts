import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { feedSettleMs } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';

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

/** Stores an earlier time for new events, so that they count as settled after `settleMs`. */
async function serveAfter(database: Database, settleMs: number): Promise<void> {
  const live = await findLive(database, eventFeedProjection.name);
  if (live === null) throw new Error('no generation of the feed is live');
  await database.run({
    text: `create function ${live.schema}.store_earlier() returns trigger language plpgsql as $$
           begin
             new.stored_at := new.stored_at - ${feedSettleMs - settleMs};
             return new;
           end $$`,
  });
  await database.run({
    text: `create trigger store_earlier before insert on ${live.schema}.event
           for each row execute function ${live.schema}.store_earlier()`,
  });
}
