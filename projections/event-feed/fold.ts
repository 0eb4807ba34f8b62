import { appendToChain, type Chain } from '../../shared/collections/chain.ts';
import { isJsonObject } from '../../shared/domain/json-object.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { storableEventText } from '../../shared/events/event-text.ts';
import { isResend } from '../../shared/events/same-event.ts';
import type { feedEpochOpened } from '../../shared/events/types/feed-epoch-opened.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import type { NewFeedEvent } from './duplicates/find-duplicates.ts';
import { idOfRepeatedEvent } from './repeated-events.ts';
import { type FeedEpoch, sequenceOf } from './sequence.ts';
import { findWithheld } from './withheld.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded | typeof feedEpochOpened>;

export type FeedState = FoldedId | FoldedEpoch;

/** Several equal events may share an id: only the time of the log tells them apart. */
export interface FoldedId {
  readonly kind: 'id';
  readonly epochs: readonly FeedEpoch[];
  /** The known reporters of the account. */
  readonly reporters: ReadonlySet<string>;
  /** Record time of the newest record that is no resend, epoch ms; null without such a record. */
  readonly storedAt: number | null;
  /** To store, as events or as duplicates. */
  readonly fresh: Chain<NewFeedEvent>;
}

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

export function feedStateKey(event: FeedEvent): string {
  return event.type === 'game-event-recorded' ? event.data.event_id : `epoch ${event.offset}`;
}

/**
 * The first record with an event id is the event. `isResend` tells whether a later record is a
 * resend. Records of other plugins have other ids: `saveFeed` finds these duplicates.
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
  // Checked here: data that does not parse would fail every page with the event.
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
