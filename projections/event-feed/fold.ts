import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gameEventRecorded } from '../../shared/events/game-event-recorded.ts';
import { sequenceOf } from './sequence.ts';

export type FeedEvent = RecordedEventOf<typeof gameEventRecorded>;

/** A row of `event`, without when it was stored. */
export interface FeedRow {
  readonly seq: number;
  readonly event_id: string;
  readonly account_id: string;
  readonly type: string;
  readonly occurred_at: number;
  readonly received_at: number;
  readonly value_gp: number | null;
  readonly item_id: number | null;
  readonly npc_id: number | null;
  readonly skill: string | null;
  readonly level: number | null;
  readonly tier: string | null;
  readonly points: number | null;
  readonly special_world: boolean;
  readonly data: string;
}

/** What is known of an event id: nothing, a row to store, or that an earlier batch stored it. */
export type FeedState = FeedRow | 'stored' | null;

/** The first record of an event id in log order is the event; a resend changes nothing. @throws when its data is no JSON */
export function evolveFeed(state: FeedState, event: FeedEvent): FeedState {
  if (state !== null) return state;
  const { data } = event;
  // Served parsed, and one that does not parse would fail every page that it is on.
  JSON.parse(data.data);
  return {
    ...data,
    seq: sequenceOf(event.offset),
    account_id: event.subject,
    received_at: event.recordTime,
  };
}
