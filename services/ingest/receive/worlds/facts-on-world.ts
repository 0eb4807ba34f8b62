import { type Facts, partsSent, takenFacts } from '../../facts/facts.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { KnownGame } from '../../game/known-game.ts';
import type { Plugin } from '../../plugin.ts';
import type { PlacedPlayer } from './last-worlds.ts';

/** Whose report it is: of a plugin that never says what its world is that may be unknown. */
export interface JudgedPlayer {
  readonly player: PlacedPlayer;
  /** Whether it is known which character it is. */
  readonly isSure: boolean;
}

/** Asks what is known of the world, where the plugin does not say it (plugin-protocols.md 2). */
export function judgedPlayer(
  { unsureWorlds }: Pick<Plugin, 'unsureWorlds'>,
  player: PlacedPlayer,
  game: KnownGame,
): JudgedPlayer {
  if (unsureWorlds !== true || player.specialWorld) return { player, isSure: true };
  const special = player.world === null ? null : game.isSpecial(player.world);
  return special === null
    ? { player, isSure: false }
    : { player: { ...player, specialWorld: special }, isSure: true };
}

/**
 * The facts of a report that are taken. Of a world that is not known all that would be the other character's is left out,
 * because no later report would set it right: xp, wealth and trails are histories (decisions.md, Special worlds).
 * @returns also what was left out for that, by kind
 */
export function factsOfPlayer(
  said: Facts,
  { player, isSure }: JudgedPlayer,
  times: ReportTimes,
): { readonly facts: Facts; readonly skipped: ReadonlyMap<string, number> } {
  const facts = takenFacts(said, player.specialWorld, times);
  if (isSure) return { facts, skipped: nothingSkipped };
  const { parts, skills, trail } = facts;
  const count = partsSent(parts).length + skills.length + trail.length;
  return {
    facts: takenFacts(facts, true, times),
    skipped: count === 0 ? nothingSkipped : new Map([['unknown_world', count]]),
  };
}

const nothingSkipped: ReadonlyMap<string, number> = new Map();
