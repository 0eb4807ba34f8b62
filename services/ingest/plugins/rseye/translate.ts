import { minuteMs } from '../../../../shared/domain/durations.ts';
import { isInGame } from '../../../../shared/domain/presence.ts';
import { emptyFacts, type Facts } from '../../facts/facts.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { KnownGame } from '../../game/known-game.ts';
import { nameItems } from '../../game/name-items.ts';
import type { RseyeUpdate } from './read-update.ts';

/** Nothing is sent while nothing changes, and mostly not that the player has left (decisions.md, Online). */
const timeoutMs = 5 * minuteMs;
/** In which all updates but those of the state itself are sent; the plugin does not say that it has begun. */
const playing = 'LOGGED_IN';

/** From an update to facts about an account; pure. */
export function translateRseyeUpdate(update: RseyeUpdate, { at }: ReportTimes, game: KnownGame): Facts {
  const { hitpoints, prayer, place, skills } = update;
  const { gear, ...items } = nameItems(update, game, at);
  const gameState = update.gameState ?? (saysSomething(update) ? playing : null);
  return {
    ...emptyFacts(at),
    presence:
      gameState === null
        ? null
        : {
            at,
            game_state: gameState,
            // It never says on which world: the host knows the last one.
            world: null,
            special_world: false,
            in_game: isInGame(gameState),
            timeout_ms: timeoutMs,
          },
    parts: { hitpoints, prayer, location: place === null ? null : { ...place, is_on_boat: null }, ...items },
    skills,
    gear,
    trail: place === null ? [] : [{ at, ...place, world: null, is_on_boat: null }],
  };
}

function saysSomething({ place, skills, equipment, inventory }: RseyeUpdate): boolean {
  return place !== null || skills.length > 0 || equipment !== null || inventory !== null;
}
