import type { z } from 'zod';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import { visibleData } from '../../projections/event-feed/queries/event-data.ts';
import type { EventPage } from '../../projections/event-feed/queries/event-page.ts';
import { headline } from '../../projections/event-feed/queries/headline.ts';
import { hasCategory } from '../../shared/domain/category.ts';
import { detailsOf } from '../../shared/events/game-event-recorded.ts';
import { accountRef } from './schemas/account-ref.ts';
import { timestamp } from './schemas/envelope.ts';
import type { Event } from './schemas/event.ts';

type FoundEvent = EventPage['events'][number];

/** An event as this reader may see it, in a list of one; an empty list when the reader cannot see its account. */
export function servedEvent(reader: Reader, stored: FoundEvent): z.infer<typeof Event>[] {
  const seen = reader.visible.get(stored.account_id);
  if (seen === undefined) return [];
  const can = (category: Parameters<typeof hasCategory>[1]) => hasCategory(seen.readable, category);
  const account = accountRef(seen);
  const data = visibleData(stored.data, {
    location: can('location_live') || can('location_history'),
    world: can('activity'),
  });
  return [
    {
      id: stored.event_id,
      type: stored.type,
      account,
      occurred_at: timestamp(stored.occurred_at),
      received_at: timestamp(stored.received_at),
      ...detailsOf(stored),
      special_world: stored.special_world,
      data,
      ...headline({ ...stored, data }, account.name),
    },
  ];
}
