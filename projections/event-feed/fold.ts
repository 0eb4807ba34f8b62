import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { feedEpochOpened } from '../../shared/events/feed-epoch-opened.ts';
import type { gameEventRecorded } from '../../shared/events/game-event-recorded.ts';
import { type FeedEpoch, sequenceOf } from './sequence.ts';
import type { StoredEvent } from './stored-event.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded | typeof feedEpochOpened>;

/**
 * What is known of an event id: nothing but the epochs that it may lie in, a row to store, or that an earlier batch
 * stored it. Of the record that opens an epoch: the epoch.
 */
export type FeedState = { readonly epochs: readonly FeedEpoch[] } | StoredEvent | 'stored' | FeedEpoch;

export const nothingKnown: FeedState = { epochs: [] };

/** The state's key: the event's id, and of the record that opens an epoch its place. */
export function keyOfFeed(event: FeedEvent): string {
  return event.type === 'game-event-recorded' ? event.data.event_id : `epoch ${event.offset}`;
}

/** The first record of an event id in log order is the event; a resend changes nothing. @throws when its data is no JSON */
export function evolveFeed(state: FeedState, event: FeedEvent): FeedState {
  if (event.type === 'feed-epoch-opened') return { first_offset: event.offset, base: event.data.base };
  if (state === 'stored' || !('epochs' in state)) return state;
  const { data } = event;
  // Served parsed, and one that does not parse would fail every page that it is on.
  JSON.parse(data.data);
  return {
    ...data,
    seq: sequenceOf(event.offset, state.epochs),
    account_id: event.subject,
    received_at: event.recordTime,
  };
}
