import { minuteMs } from '../../../../shared/domain/durations.ts';
import { type Facts, noFacts } from '../../facts/facts.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { KnownGame } from '../../game/known-game.ts';
import { namedGear } from '../../game/name-items.ts';
import type { NamedPlayer } from '../../plugin.ts';
import type { MemberUpdate } from './read-update.ts';

/** The plugin never says that a player is gone, and nothing at all while nothing changes (decisions.md, Online). */
const timeoutMs = 5 * minuteMs;

/** From an update to facts about an account; pure. */
export function translateUpdate(
  update: MemberUpdate,
  { world }: NamedPlayer,
  { at }: ReportTimes,
  game: KnownGame,
): Facts {
  const { hitpoints, prayer, place, skills } = update;
  const { gear, ...items } = namedGear(update, game, at);
  return {
    ...noFacts(at),
    // It looks at the game only while that is logged in.
    presence: {
      at,
      game_state: 'LOGGED_IN',
      world,
      special_world: false,
      in_game: true,
      timeout_ms: timeoutMs,
    },
    parts: { hitpoints, prayer, location: place, ...items },
    skills,
    gear,
    trail: place === null ? [] : [{ at, ...place, world }],
  };
}
