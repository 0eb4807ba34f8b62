import { isInGame } from '../../../../shared/domain/presence.ts';
import { correctTime, occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import {
  emptyFacts,
  type Facts,
  firstOfEachMinute,
  type Presence,
  type ReportedPosition,
  type SessionEnd,
} from '../../facts/facts.ts';
import { itemFacts } from '../../game/name-items.ts';
import type { HaMessage, HaPlayer } from './message.ts';
import { isShutdown, translateGameEvents } from './translate-game-events.ts';

const tickMs = 600;
const tickDelayDefault = 100;
const tickDelayMax = 500;
const timeoutMinMs = 60_000;

export function translateHaMessage(message: HaMessage, accountId: string, times: ReportTimes): Facts {
  const { player } = message;
  const { hitpoints, prayer, spellbook, location } = player;
  const { gear, ...items } = itemFacts(player.equipment, player.inventory, times.at);
  const ends = sessionEnds(message, times);
  return {
    ...emptyFacts(times.at),
    presence: presence(message, times, ends.length > 0),
    sessionEnds: ends,
    parts: { hitpoints, prayer, spellbook: spellbook === null ? null : { spellbook }, location, ...items },
    skills: player.skills,
    gear,
    ...translateTrail(player, times),
    gameEvents: translateGameEvents(message, accountId, times),
  };
}

/**
 * The location counts as a position of the trail: the plugin sends no tiles while the player stands
 * still.
 */
function translateTrail(
  { trail, location, world }: HaPlayer,
  times: ReportTimes,
): Pick<Facts, 'trail' | 'tiles'> {
  const tiles: ReportedPosition[] = [];
  for (const { timestamp, x, y, plane, is_on_boat } of trail) {
    const at = correctTime(timestamp, times);
    if (at !== null) tiles.push({ at, x, y, plane, world, is_on_boat });
  }
  tiles.sort((left, right) => left.at - right.at);
  const points = location === null ? tiles : [...tiles, { at: times.at, ...location, world }];
  return { trail: firstOfEachMinute(points), tiles };
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
