import { isJsonObject } from '../../shared/domain/json-object.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { storableEventText } from '../../shared/events/event-text.ts';
import type { feedEpochOpened } from '../../shared/events/feed-epoch-opened.ts';
import type { gameEventRecorded } from '../../shared/events/game-event-recorded.ts';
import { type FeedEpoch, sequenceOf } from './sequence.ts';
import type { StoredEvent } from './stored-event.ts';
import { withheldIn } from './withheld.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded | typeof feedEpochOpened>;

/**
 * The state of an event id: new (with the epochs, of which one gives its sequence), a row to store, or stored by an
 * earlier batch. The state of a record that opens an epoch is that epoch.
 */
export type FeedState = { readonly epochs: readonly FeedEpoch[] } | StoredEvent | 'stored' | FeedEpoch;

export const nothingKnown: FeedState = { epochs: [] };

/** The key of the state: the id of an event, the offset of a record that opens an epoch. */
export function keyOfFeed(event: FeedEvent): string {
  return event.type === 'game-event-recorded' ? event.data.event_id : `epoch ${event.offset}`;
}

/**
 * The first record with an event id is the event; later ones are resends and change nothing.
 * @throws when its data is no JSON object
 */
export function evolveFeed(state: FeedState, event: FeedEvent): FeedState {
  if (event.type === 'feed-epoch-opened') return { first_offset: event.offset, base: event.data.base };
  if (state === 'stored' || !('epochs' in state)) return state;
  const { data } = event;
  // Queries parse it: an event that does not parse would fail every page that it is on.
  if (!isJsonObject(JSON.parse(data.data))) throw new SyntaxError('the data of an event is no object');
  const text = storableEventText(data.data);
  return {
    ...data,
    data: text,
    withheld: withheldIn(text),
    seq: sequenceOf(event.offset, state.epochs),
    account_id: event.subject,
    received_at: event.recordTime,
  };
}
