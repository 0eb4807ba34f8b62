import { isJsonObject } from '../../shared/domain/json-object.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { storableEventText } from '../../shared/events/event-text.ts';
import type { feedEpochOpened } from '../../shared/events/feed-epoch-opened.ts';
import type { gameEventRecorded } from '../../shared/events/game-event-recorded.ts';
import { type FeedEpoch, sequenceOf } from './sequence.ts';
import type { StoredEvent } from './stored-event.ts';
import { withheldIn } from './withheld.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded | typeof feedEpochOpened>;

/** The state of an event id, or of a record that opens an epoch. */
export type FeedState = NewEventId | FoldedEvent | StoredEarlier | FoldedEpoch;

/** An event id without an event yet, with the epochs, of which one gives the event its sequence. */
interface NewEventId {
  readonly kind: 'new';
  readonly epochs: readonly FeedEpoch[];
}

/** A row to store. */
interface FoldedEvent {
  readonly kind: 'event';
  readonly event: StoredEvent;
}

/** An event that an earlier batch stored. */
interface StoredEarlier {
  readonly kind: 'stored';
}

/** An epoch to store. */
interface FoldedEpoch {
  readonly kind: 'epoch';
  readonly epoch: FeedEpoch;
}

export const nothingKnown: FeedState = { kind: 'new', epochs: [] };

/** The key of the state: the id of an event, the offset of a record that opens an epoch. */
export function keyOfFeed(event: FeedEvent): string {
  return event.type === 'game-event-recorded' ? event.data.event_id : `epoch ${event.offset}`;
}

/**
 * The first record with an event id is the event; later ones are resends and change nothing.
 * @throws when its data is no JSON object
 */
export function evolveFeed(state: FeedState, event: FeedEvent): FeedState {
  if (event.type === 'feed-epoch-opened') return { kind: 'epoch', epoch: epochOpenedBy(event) };
  if (state.kind !== 'new') return state;
  const { data } = event;
  // Queries parse it: an event that does not parse would fail every page that it is on.
  if (!isJsonObject(JSON.parse(data.data))) throw new SyntaxError('the data of an event is no object');
  const text = storableEventText(data.data);
  return {
    kind: 'event',
    event: {
      ...data,
      data: text,
      withheld: withheldIn(text),
      seq: sequenceOf(event.offset, state.epochs),
      account_id: event.subject,
      received_at: event.recordTime,
    },
  };
}

export function epochOpenedBy({ offset, data }: RecordedEventOf<typeof feedEpochOpened>): FeedEpoch {
  return { first_offset: offset, base: data.base };
}
