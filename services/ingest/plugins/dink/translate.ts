import { minuteMs } from '../../../../shared/domain/durations.ts';
import { detailsOf, type GameEvent } from '../../../../shared/events/types/game-event-recorded.ts';
import { occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { emptyFacts, type Facts, type Presence } from '../../facts/facts.ts';
import type { DinkMessage } from './message.ts';

/** Dink has no heartbeat (rules/presence.md#online). */
const timeoutMs = 25 * minuteMs;

/** Dink's first retry comes 2 s after a failure. A later equal message is another event. */
const resentWithinMs = 5_000;

export function translateDinkMessage(message: DinkMessage, accountId: string, times: ReportTimes): Facts {
  const ended = hasLoggedOut(message);
  return {
    ...emptyFacts(times.at),
    presence: presenceOf(message, times),
    sessionEnds: ended ? [{ at: occurredAt(message.sentAt?.at ?? null, times), reason: 'logout' }] : [],
    skills: message.skills,
    holdings: message.holdings,
    gameEvents: gameEventsOf(message, accountId, times),
  };
}

export function hasLoggedOut({ type }: DinkMessage): boolean {
  return type === 'LOGOUT';
}

/** A player with an event is in the game. */
function presenceOf(message: DinkMessage, { at }: ReportTimes): Presence {
  const { player } = message;
  const inGame = !hasLoggedOut(message);
  return {
    at,
    game_state: inGame ? 'LOGGED_IN' : null,
    world: player.world,
    special_world: player.specialWorld ?? false,
    in_game: inGame,
    timeout_ms: timeoutMs,
  };
}

/** Dink sends no ids: type, content and time are the identity (plugin-protocols.md 2). */
function gameEventsOf(message: DinkMessage, accountId: string, times: ReportTimes): GameEvent[] {
  const { type: sentType, extra, sentAt, player, events } = message;
  const content = events.length === 0 ? null : eventIdOf([canonicalValue(extra)]);
  return events.map(({ type, details, data, skill }) => ({
    ...detailsOf(details),
    type,
    event_id: eventIdOf([accountId, sentType, content, sentAt?.text ?? null, skill]),
    occurred_at: occurredAt(sentAt?.at ?? null, times),
    special_world: player.specialWorld ?? false,
    data,
    ...(sentAt === null && ({ undated: true, resent_within_ms: resentWithinMs } as const)),
  }));
}
