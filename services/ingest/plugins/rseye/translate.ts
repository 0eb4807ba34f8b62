import { minuteMs } from '../../../../shared/domain/durations.ts';
import { isInGame } from '../../../../shared/domain/presence.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import { emptyFacts, type Facts } from '../../facts/facts.ts';
import type { KnownGame } from '../../game/known-game.ts';
import { nameItems } from '../../game/name-items.ts';
import type { RseyeUpdate } from './read-update.ts';
import { translateRseyeEvents } from './translate-events.ts';

/**
 * The plugin sends nothing while nothing changes, and seldom reports a logout
 * (rules/presence.md#online).
 */
const timeoutMs = 5 * minuteMs;
/** The plugin sends updates only in this state, but does not report when the state begins. */
const playing = 'LOGGED_IN';

export function translateRseyeUpdate(
  update: RseyeUpdate & { readonly requestId: string | null },
  accountId: string,
  times: ReportTimes,
  game: KnownGame,
): Facts {
  const { at } = times;
  const { hitpoints, prayer, place, skills, bank } = update;
  const { gear, ...items } = nameItems(update, game, at);
  const gameState = update.gameState ?? (hasFacts(update) ? playing : null);
  return {
    ...emptyFacts(at),
    presence:
      gameState === null
        ? null
        : {
            at,
            game_state: gameState,
            // The plugin never sends the world: the last known world counts.
            world: null,
            special_world: false,
            in_game: isInGame(gameState),
            timeout_ms: timeoutMs,
          },
    parts: { hitpoints, prayer, location: place === null ? null : { ...place, is_on_boat: null }, ...items },
    holdings: { bank },
    skills,
    gear,
    gameEvents: translateRseyeEvents(update, accountId, times, game),
    trail: place === null ? [] : [{ at, ...place, world: null, is_on_boat: null }],
  };
}

function hasFacts({ place, skills, equipment, inventory, bank, events }: RseyeUpdate): boolean {
  const isSent = [place, equipment, inventory, bank].some((value) => value !== null);
  return isSent || skills.length > 0 || events.length > 0;
}
