import { appendToChain, type Chain } from '../../shared/collections/chain.ts';
import { isJsonObject } from '../../shared/domain/json-object.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { storableEventText } from '../../shared/events/event-text.ts';
import type { feedEpochOpened } from '../../shared/events/types/feed-epoch-opened.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import type { NewFeedEvent } from './duplicates/find-duplicates.ts';
import { idOfRepeatedEvent, isResend } from './repeated-events.ts';
import { type FeedEpoch, sequenceOf } from './sequence.ts';
import { findWithheld } from './withheld.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded | typeof feedEpochOpened>;

/** The state of an event id, or of a record that opens an epoch. */
export type FeedState = FoldedId | FoldedEpoch;

/**
 * The events of an event id: one event, or several equal events that only the time of the log tells
 * apart.
 */
export interface FoldedId {
  readonly kind: 'id';
  /** The epochs that decide the sequence of an event. */
  readonly epochs: readonly FeedEpoch[];
  /** The known reporters of events of the account. */
  readonly reporters: ReadonlySet<string>;
  /**
   * Record time of the newest record that is not a resend, epoch ms; null without such a record.
   */
  readonly storedAt: number | null;
  /** Records to store, as events or as duplicates. */
  readonly fresh: Chain<NewFeedEvent>;
}

/** An epoch to store. */
interface FoldedEpoch {
  readonly kind: 'epoch';
  readonly epoch: FeedEpoch;
}

export const emptyFeedState: FoldedId = {
  kind: 'id',
  epochs: [],
  reporters: new Set(),
  storedAt: null,
  fresh: null,
};

/** The key of the state: the id of an event, the offset of a record that opens an epoch. */
export function feedStateKey(event: FeedEvent): string {
  return event.type === 'game-event-recorded' ? event.data.event_id : `epoch ${event.offset}`;
}

/**
 * The first record with an event id is the event. Later records are resends and change nothing,
 * unless the id does not tell equal events apart. A record of another plugin has another id for the
 * same event. `saveFeed` finds such records (`leave-out-duplicates.ts`).
 * @throws when its data is no JSON object
 */
export function evolveFeed(state: FeedState, event: FeedEvent): FeedState {
  if (event.type === 'feed-epoch-opened') return { kind: 'epoch', epoch: epochOpenedBy(event) };
  if (state.kind !== 'id') return state;
  const { recordTime } = event;
  if (state.storedAt !== null && isResend(event, state.storedAt)) return state;
  return { ...state, storedAt: recordTime, fresh: appendToChain(state.fresh, eventToStore(state, event)) };
}

function eventToStore(
  { epochs, storedAt }: FoldedId,
  { data, offset, subject, source, recordTime }: RecordedEventOf<typeof gameEventRecorded>,
): NewFeedEvent {
  // Checked here, because queries parse the data. An event that does not parse would fail every
  // page that contains it.
  if (!isJsonObject(JSON.parse(data.data))) throw new SyntaxError('the data of an event is no object');
  const text = storableEventText(data.data);
  const seq = sequenceOf(offset, epochs);
  const { undated: _, resent_within_ms: __, ...recorded } = data;
  return {
    ...recorded,
    event_id: storedAt === null ? data.event_id : idOfRepeatedEvent(data.event_id, seq),
    data: text,
    withheld: findWithheld(text),
    seq,
    account_id: subject,
    source,
    received_at: recordTime,
  };
}

export function epochOpenedBy({ offset, data }: RecordedEventOf<typeof feedEpochOpened>): FeedEpoch {
  return { first_offset: offset, base: data.base };
}
