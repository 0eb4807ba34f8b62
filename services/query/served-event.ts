import type { Reader } from '../../projections/access/visibility/reader.ts';
import { payloadOf, visibleData } from '../../projections/event-feed/queries/event-data.ts';
import type { EventPage } from '../../projections/event-feed/queries/event-page.ts';
import { headline } from '../../projections/event-feed/queries/headline.ts';
import { hasCategory } from '../../shared/domain/category.ts';
import { detailsOf } from '../../shared/events/game-event-recorded.ts';
import { accountRef } from './schemas/account-ref.ts';
import { timestamp } from './schemas/envelope.ts';

type FoundEvent = EventPage['events'][number];

/**
 * An event as this reader may see it, an `Event` as JSON text, in a list of one; an empty list when the reader cannot see
 * its account. Text, because numbers of the plugin's data may have more digits than ours.
 */
export function servedEvent(reader: Reader, stored: FoundEvent): string[] {
  const seen = reader.visible.get(stored.account_id);
  if (seen === undefined) return [];
  const can = (category: Parameters<typeof hasCategory>[1]) => hasCategory(seen.readable, category);
  const account = accountRef(seen);
  const data = visibleData(stored, {
    location: can('location_live') || can('location_history'),
    world: can('activity'),
  });
  const before = JSON.stringify({
    id: stored.event_id,
    type: stored.type,
    account,
    occurred_at: timestamp(stored.occurred_at),
    received_at: timestamp(stored.received_at),
    ...detailsOf(stored),
    special_world: stored.special_world,
  });
  const after = JSON.stringify(headline({ ...stored, data: payloadOf(data) }, account.name));
  return [`${before.slice(0, -1)},"data":${data},${after.slice(1)}`];
}
