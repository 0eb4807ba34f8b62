import type { HubEvent, ParametersOf } from '../../../../shared/client/api.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';

/** With the newest events, or with the events after now. */
type Begin = 'newest' | 'now';

/** Events up to the present, which grow by what the hub stores. */
export interface FollowedEvents {
  readonly begin: Begin;
  /** In the order of storage. */
  readonly stored: readonly HubEvent[];
  readonly cursor: string | null;
  /** ISO-8601: no event is missing after this time. Null when no event is older. */
  readonly wholeSince: string | null;
  /** Epoch ms. Older pages belong to one reading. */
  readonly startedAt: number;
}

const newestMax = 500;
/** A tab that stays open starts again above this number. */
const storedMax = 2_000;
const everyMs = 10_000;

/** Asks by cursor, so that the hub does not send an event twice. */
export function useFollowedEvents(
  wanted: ParametersOf<'/events'>,
  begin: Begin,
  enabled: boolean,
): AnswerState<FollowedEvents> {
  return useHubAnswer(
    'followed events',
    { wanted, begin },
    (client, signal, before?: FollowedEvents) =>
      before === undefined || before.stored.length > storedMax
        ? startFollowing(client, wanted, begin, signal)
        : continueFollowing(client, wanted, before, signal),
    { enabled, everyMs },
  );
}

async function startFollowing(
  client: HubClient,
  wanted: ParametersOf<'/events'>,
  begin: Begin,
  signal: AbortSignal,
): Promise<FollowedEvents> {
  const asked = { ...wanted, limit: newestMax, ...(begin === 'now' && { cursor: 'now' }) };
  const { data: stored, meta } = await client.get('/events', asked, signal);
  const [oldest] = stored;
  const wholeSince = stored.length < newestMax || oldest === undefined ? null : oldest.received_at;
  return { begin, stored, cursor: meta.next_cursor, wholeSince, startedAt: Date.now() };
}

async function continueFollowing(
  client: HubClient,
  wanted: ParametersOf<'/events'>,
  before: FollowedEvents,
  signal: AbortSignal,
): Promise<FollowedEvents> {
  const asked = { ...wanted, limit: newestMax, cursor: before.cursor ?? undefined };
  const { data, meta } = await client.get('/events', asked, signal);
  const stored = data.length === 0 ? before.stored : [...before.stored, ...data];
  return { ...before, stored, cursor: meta.next_cursor };
}
