import { isInGame } from '../../../../shared/domain/presence.ts';
import type { Facts, Presence, SessionEnd } from '../../facts/facts.ts';
import { occurredAt, type ReportTimes } from '../../facts/report-times.ts';
import type { HaMessage } from './message.ts';
import { isShutdown, translateGameEvents } from './translate-game-events.ts';
import { translateGear, translateParts } from './translate-parts.ts';
import { translateTrail } from './translate-trail.ts';

const tickMs = 600;
const tickDelayDefault = 100;
const tickDelayMax = 500;
const timeoutMinMs = 60_000;

/** From a message to facts about an account; pure: the same message and times give the same facts. */
export function translateHaMessage(message: HaMessage, accountId: string, times: ReportTimes): Facts {
  const { player } = message;
  const ends = sessionEnds(message, times);
  return {
    at: times.at,
    presence: presence(message, times, ends.length > 0),
    sessionEnds: ends,
    parts: translateParts(player),
    skills: player.skills,
    gear: translateGear(player, times.at),
    trail: translateTrail(player, times),
    gameEvents: translateGameEvents(message, accountId, times),
  };
}

/** Without a game state nothing is known of presence: better silent than offline. */
function presence(message: HaMessage, times: ReportTimes, ended: boolean): Presence | null {
  const { gameState, player, tickDelay } = message;
  if (gameState === null) return null;
  const inGame = isInGame(gameState);
  return {
    at: times.at,
    // A client that is closed while in the game sends the state it was in.
    game_state: ended && inGame ? null : gameState,
    world: player.world,
    special_world: player.specialWorld ?? false,
    in_game: inGame && !ended,
    timeout_ms: presenceTimeoutMs(tickDelay),
  };
}

/** A client that reported its end for a reason the hub does not know has still been shut down. */
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
 * How long after its last message an account still counts as in game: three messages may be missed (decisions.md,
 * Online). `tickDelay` is the plugin's ticks between messages; anything outside 1..500 counts as 100.
 */
export function presenceTimeoutMs(tickDelay: number | null): number {
  const ticks =
    tickDelay !== null && tickDelay >= 1 && tickDelay <= tickDelayMax ? tickDelay : tickDelayDefault;
  return Math.max(timeoutMinMs, Math.ceil(3.1 * ticks * tickMs));
}
