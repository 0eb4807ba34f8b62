import { isInGame, presenceTimeoutMs } from '../../../../shared/domain/presence.ts';
import { occurredAt, type ReportTimes } from '../../receive/clock-correction.ts';
import type { Facts, Presence, SessionEnd } from './facts.ts';
import { gameEvents } from './game-events.ts';
import { gear } from './gear.ts';
import type { Report } from './report.ts';
import { stateParts } from './state-parts.ts';
import { trailPoints } from './trail.ts';

/**
 * From a report to facts about an account; pure: the same report and times give the same facts.
 * On a special world the player is another character, and a late report tells of a present that has passed: of the
 * first only presence, session ends and game events are taken, of the second no presence either, but the trail
 * (decisions.md, Special worlds, Presence and time).
 */
export function translateReport(report: Report, accountId: string, times: ReportTimes): Facts {
  const { player } = report;
  const ends = sessionEnds(report, times);
  const own = !player.specialWorld;
  const current = own && !times.late;
  return {
    at: times.at,
    presence: times.late ? null : presence(report, times, ends.length > 0),
    sessionEnds: ends,
    parts: current ? stateParts(player, times.at) : [],
    skills: current ? player.skills : [],
    gear: current ? gear(player, times.at) : null,
    trail: own ? trailPoints(player, times) : [],
    gameEvents: gameEvents(report, accountId, times),
  };
}

/**
 * What a shutdown that names nobody says of an account that its device reported: its session ended, and it is no
 * longer in the game. The rest of its last presence stays.
 */
export function shutdownFacts(report: Report, times: ReportTimes, last: Presence | null): Facts {
  const ended = { at: times.at, game_state: gameStateAfterEnd(report.gameState), in_game: false };
  return {
    at: times.at,
    presence: last === null || times.late ? null : { ...last, ...ended },
    sessionEnds: sessionEnds(report, times),
    parts: [],
    skills: [],
    gear: null,
    trail: [],
    gameEvents: [],
  };
}

/** Without a game state nothing is known of presence: better silent than offline. */
function presence(report: Report, times: ReportTimes, ended: boolean): Presence | null {
  const { gameState, player, tickDelay } = report;
  if (gameState === null) return null;
  const inGame = isInGame(gameState);
  return {
    at: times.at,
    game_state: ended ? gameStateAfterEnd(gameState) : gameState,
    world: player.world,
    special_world: player.specialWorld,
    in_game: inGame && !ended,
    timeout_ms: presenceTimeoutMs(tickDelay),
  };
}

/** A client that is closed while in the game sends the state it was in. */
function gameStateAfterEnd(gameState: string | null): string | null {
  return isInGame(gameState) ? null : gameState;
}

/** A client that reported its end for a reason the hub does not know has still been shut down. */
function sessionEnds(report: Report, times: ReportTimes): SessionEnd[] {
  return report.events
    .filter(({ type }) => type === 'clientShutdown')
    .map(({ elements, timestamp }) => ({
      at: occurredAt(timestamp, times),
      reason: endReason(elements[0]?.data),
    }));
}

function endReason(data: unknown): SessionEnd['reason'] {
  const reason = typeof data === 'string' ? data.toLowerCase() : '';
  return reason === 'logout' || reason === 'disabled' ? reason : 'shutdown';
}
