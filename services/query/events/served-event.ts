import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { visibleData } from '../../../projections/event-feed/queries/event-data.ts';
import type { EventPage } from '../../../projections/event-feed/queries/event-page.ts';
import { headline } from '../../../projections/event-feed/queries/headline.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { detailsOf } from '../../../shared/events/types/game-event-recorded.ts';
import { type AccountRef, accountRef } from '../schemas/account-ref.ts';
import { timestamp } from '../schemas/envelope.ts';

export type FoundEvent = EventPage['events'][number];

export interface VisibleEvent {
  readonly stored: FoundEvent;
  readonly account: AccountRef;
  /** JSON text. */
  readonly data: string;
}

/** Null when the reader cannot see the event's account. */
export function visibleEvent(reader: Reader, stored: FoundEvent): VisibleEvent | null {
  const seen = reader.visible.get(stored.account_id);
  if (seen === undefined) return null;
  const can = (category: Parameters<typeof hasCategory>[1]) => hasCategory(seen.readable, category);
  const data = visibleData(stored, {
    location: can('location_live') || can('location_history'),
    world: can('activity'),
  });
  return { stored, account: accountRef(seen), data };
}

/** Copies the data as text, because its numbers may have more digits than a JavaScript number. */
export function eventText({ stored, account, data }: VisibleEvent): string {
  const before = JSON.stringify({
    id: stored.event_id,
    type: stored.type,
    account,
    occurred_at: timestamp(stored.occurred_at),
    received_at: timestamp(stored.received_at),
    ...detailsOf(stored),
    special_world: stored.special_world,
  });
  const after = JSON.stringify(headline({ ...stored, data }, account.name));
  return `${before.slice(0, -1)},"data":${data},${after.slice(1)}`;
}
