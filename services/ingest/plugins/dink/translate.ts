import { minuteMs } from '../../../../shared/domain/durations.ts';
import { detailsOf, type GameEvent } from '../../../../shared/events/types/game-event-recorded.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { emptyFacts, type Facts, type Presence } from '../../facts/facts.ts';
import { occurredAt, type ReportTimes } from '../../facts/report-times.ts';
import type { DinkMessage } from './message.ts';

/** How long after its last message an account still counts as in game: Dink has no heartbeat (decisions.md, Online). */
const timeoutMs = 25 * minuteMs;

/** From a message to facts about an account; pure: the same message and times give the same facts. */
export function translateDinkMessage(message: DinkMessage, accountId: string, times: ReportTimes): Facts {
  const ended = hasLoggedOut(message);
  return {
    ...emptyFacts(times.at),
    presence: presenceOf(message, times),
    sessionEnds: ended ? [{ at: occurredAt(message.sentAt?.at ?? null, times), reason: 'logout' }] : [],
    skills: message.skills,
    gameEvents: gameEventsOf(message, accountId, times),
  };
}

export function hasLoggedOut({ type }: DinkMessage): boolean {
  return type === 'LOGOUT';
}

/**
 * Whatever a player does is done in game. One that says neither when nor that the player came may be the retry of a message
 * from before a logout: of that nothing is known but the event.
 */
function presenceOf(message: DinkMessage, { at }: ReportTimes): Presence | null {
  const { type, sentAt: made, player } = message;
  const inGame = !hasLoggedOut(message);
  if (inGame && made === null && type !== 'LOGIN') return null;
  return {
    at,
    game_state: inGame ? 'LOGGED_IN' : null,
    world: player.world,
    special_world: player.specialWorld ?? false,
    in_game: inGame,
    timeout_ms: timeoutMs,
  };
}

/** Dink sends no id of an event: type, content and time stand in for it (plugin-protocols.md 2). */
function gameEventsOf(message: DinkMessage, accountId: string, times: ReportTimes): GameEvent[] {
  const { type: sentType, extra, sentAt: made, player, events } = message;
  // Hashed once, not with each of 50 levels.
  const content = events.length === 0 ? null : eventIdOf([canonicalValue(extra)]);
  return events.map(({ type, details, data, skill }) => ({
    ...detailsOf(details),
    type,
    event_id: eventIdOf([accountId, sentType, content, made?.text ?? null, skill]),
    occurred_at: occurredAt(made?.at ?? null, times),
    special_world: player.specialWorld ?? false,
    data,
    ...(made === null && ({ undated: true } as const)),
  }));
}
