import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import { emptyFacts, type Facts } from '../../facts/facts.ts';
import type { KnownGame } from '../../game/known-game.ts';
import { nameItems } from '../../game/name-items.ts';
import type { SentPlayer } from '../../plugin-adapter.ts';
import type { GroupMemberUpdate } from './read-update.ts';

/**
 * The plugin never reports a logout, and sends nothing while nothing changes
 * (rules/presence.md#online).
 */
const timeoutMs = 5 * minuteMs;

export function translateMemberUpdate(
  update: GroupMemberUpdate,
  { world }: SentPlayer,
  { at }: ReportTimes,
  game: KnownGame,
): Facts {
  const { hitpoints, prayer, place, skills, holdings } = update;
  const { gear, ...items } = nameItems(update, game, at);
  return {
    ...emptyFacts(at),
    // The plugin sends updates only while the player is logged in.
    presence: {
      at,
      game_state: 'LOGGED_IN',
      world,
      special_world: false,
      in_game: true,
      timeout_ms: timeoutMs,
    },
    parts: { hitpoints, prayer, location: place, ...items },
    holdings,
    skills,
    gear,
    hasCanonicalItems: true,
    trail: place === null ? [] : [{ at, ...place, world }],
  };
}
