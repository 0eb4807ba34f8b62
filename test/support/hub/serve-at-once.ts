import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { feedSettleMs } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';

/**
 * Has the live generation of the feed serve at once what it stores from now on, for tests that are not about its delay: an
 * event counts as stored so much earlier.
 */
export async function serveAtOnce(database: Database): Promise<void> {
  const live = await findLive(database, eventFeedProjection.name);
  if (live === null) throw new Error('no generation of the feed is live');
  await database.run({
    text: `create function ${live.schema}.store_earlier() returns trigger language plpgsql as $$
           begin
             new.stored_at := new.stored_at - ${feedSettleMs};
             return new;
           end $$`,
  });
  await database.run({
    text: `create trigger store_earlier before insert on ${live.schema}.event
           for each row execute function ${live.schema}.store_earlier()`,
  });
}
