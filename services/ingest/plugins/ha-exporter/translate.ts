import { isInGame } from '../../../../shared/domain/presence.ts';
import { occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import { emptyFacts, type Facts, type Presence, type SessionEnd } from '../../facts/facts.ts';
import type { HaMessage } from './message.ts';
import { isShutdown, translateGameEvents } from './translate-game-events.ts';
import { translateGear, translateParts } from './translate-parts.ts';
import { translateTrail } from './translate-positions.ts';

const tickMs = 600;
const tickDelayDefault = 100;
const tickDelayMax = 500;
const timeoutMinMs = 60_000;

export function translateHaMessage(message: HaMessage, accountId: string, times: ReportTimes): Facts {
  const { player } = message;
  const ends = sessionEnds(message, times);
  return {
    ...emptyFacts(times.at),
    presence: presence(message, times, ends.length > 0),
    sessionEnds: ends,
    parts: translateParts(player),
    skills: player.skills,
    gear: translateGear(player, times.at),
    ...translateTrail(player, times),
    gameEvents: translateGameEvents(message, accountId, times),
  };
}

/** Null without a game state: an unknown presence must not show the player as offline. */
function presence(message: HaMessage, times: ReportTimes, ended: boolean): Presence | null {
  const { gameState, player, tickDelay } = message;
  if (gameState === null) return null;
  const inGame = isInGame(gameState);
  return {
    at: times.at,
    // A client that is closed in the game still sends the state of the game.
    game_state: ended && inGame ? null : gameState,
    world: player.world,
    special_world: player.specialWorld ?? false,
    in_game: inGame && !ended,
    timeout_ms: presenceTimeoutMs(tickDelay),
  };
}

function sessionEnds(message: HaMessage, times: ReportTimes): SessionEnd[] {
  return message.events.filter(isShutdown).map(({ elements, timestamp }) => ({
    at: occurredAt(timestamp, times),
    reason: endReason(elements[0]?.data),
  }));
}

function endReason(data: unknown): SessionEnd['reason'] {
  const reason = typeof data === 'string' ? data.toLowerCase() : '';
  return reason === 'logout' || reason === 'disabled' ? reason : 'shutdown';
}

/**
 * Ms after the last message (rules/presence.md#online). Two messages in a row may be lost.
 * @param tickDelay game ticks between messages; a value outside 1..500 counts as 100
 */
export function presenceTimeoutMs(tickDelay: number | null): number {
  const ticks =
    tickDelay !== null && tickDelay >= 1 && tickDelay <= tickDelayMax ? tickDelay : tickDelayDefault;
  return Math.max(timeoutMinMs, Math.ceil(3.1 * ticks * tickMs));
}
