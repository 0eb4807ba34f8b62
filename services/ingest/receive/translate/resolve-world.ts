import type { ReportTimes } from '../../facts/correct-times.ts';
import type { KnownGame } from '../../game/known-game.ts';
import type { Plugin, SentPlayer } from '../../plugin-adapter.ts';

/**
 * The last known world of an account. A report that names no world counts for this world. If the
 * world is special, the report is about the other character until the session there ends
 * (decisions.md, Presence and time).
 */
export interface LastWorld {
  readonly world: number | null;
  readonly isSpecial: boolean;
  /** Whether a report named the special world as a seasonal world. */
  readonly isSeasonal: boolean;
  /** The time of the last report that named a world, epoch ms; 0 without such a report. */
  readonly reportedAt: number;
  /** The end of the session there if no other message comes, epoch ms. */
  readonly sessionEndsAt: number;
  /** The time at which a report or the database confirmed the world, monotonic ms. */
  readonly checkedAt: number;
}

export const unknownWorld: LastWorld = {
  world: null,
  isSpecial: false,
  isSeasonal: false,
  reportedAt: 0,
  sessionEndsAt: 0,
  checkedAt: 0,
};

/** The player of a report, on the world that the report names or that was last known. */
export interface PlacedPlayer extends SentPlayer {
  readonly specialWorld: boolean;
  /**
   * False when nobody knows whether the world is special: the report may be of another character.
   */
  readonly isWorldTypeKnown: boolean;
}

/**
 * Whether a report lacks its world or the type of its world, so that the last known world counts.
 */
export function needsLastWorld({ world, specialWorld }: SentPlayer): boolean {
  return world === null || specialWorld === null;
}

export function placePlayer(
  { hasUnknownWorldTypes }: Pick<Plugin, 'hasUnknownWorldTypes'>,
  sent: SentPlayer,
  { lastWorld, times, game }: { lastWorld: LastWorld; times: ReportTimes; game: KnownGame },
): PlacedPlayer {
  const player = { ...sent, ...worldOf(sent, lastWorld, times) };
  if (hasUnknownWorldTypes !== true || player.specialWorld) return { ...player, isWorldTypeKnown: true };
  const special = player.world === null ? null : game.isSpecial(player.world);
  return { ...player, specialWorld: special ?? player.specialWorld, isWorldTypeKnown: special !== null };
}

/**
 * A special world stays special until a report names another world, or until the session there
 * ends.
 */
function worldOf(
  { world, specialWorld, seasonalWorld }: SentPlayer,
  last: LastWorld,
  { at }: ReportTimes,
): Pick<PlacedPlayer, 'world' | 'specialWorld'> {
  const isSeasonOver = last.isSeasonal && seasonalWorld === false;
  const isStillSpecial = last.isSpecial && !isSeasonOver && at < last.sessionEndsAt;
  if (world === null) return { world: last.world, specialWorld: specialWorld === true || isStillSpecial };
  return { world, specialWorld: specialWorld ?? (isStillSpecial && world === last.world) };
}
