import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { feedSettleMs } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';

/**
 * Has the live generation of the feed serve at once what it stores from now on, for tests that are not about its delay. Who
 * follows by cursor may miss the first events of an account, which the queries do not know yet: see `serveSooner`.
 */
export function serveAtOnce(database: Database): Promise<void> {
  return serveAfter(database, 0);
}

/**
 * The same after 6 s instead of 10, for tests that follow the feed by cursor. A query does not know a new account before it
 * has read the directory again, leaves its events out and lets the cursor pass them; it answers by a
 * directory of at most 5 s (`DirectoryKeeper.current`), which all events that are served have to be older than.
 */
export function serveSooner(database: Database): Promise<void> {
  return serveAfter(database, 6_000);
}

/** An event counts as stored so much earlier. */
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
