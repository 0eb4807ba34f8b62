import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import type { Facts, Presence } from '../../facts/facts.ts';
import type { KnownGame } from '../../game/known-game.ts';
import type { Plugin, SentPlayer } from '../../plugin-adapter.ts';

/**
 * The world that any device and any plugin reported last. A report that names no world counts for
 * this world. On a special world the report is about another character, until the session there
 * ends (rules/presence.md#online).
 */
export interface LastWorld {
  readonly world: number | null;
  readonly isSpecial: boolean;
  /** A report named the special world as seasonal. */
  readonly isSeasonal: boolean;
  /** The time of the last report that named a world, epoch ms; 0 without such a report. */
  readonly reportedAt: number;
  /** If no other message comes, epoch ms. */
  readonly sessionEndsAt: number;
  /** When a report or the database confirmed the world, monotonic ms. */
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

/** On the world that the report names, or on the last known world. */
export interface PlacedPlayer extends SentPlayer {
  readonly specialWorld: boolean;
  /** False: the report may be of another character. */
  readonly isWorldTypeKnown: boolean;
}

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

/** A special world stays special until a report names another world, or the session there ends. */
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

/** For a report without presence, which does not say when its session times out. */
const assumedTimeoutMs = 5 * minuteMs;

/**
 * The world after a report that came in time. An account keeps its world when its session ends. The
 * end of a session ends the stay on a special world. Pure.
 * @param now monotonic ms
 * @returns `unknownWorld` without a world, so that the next report reads the database again
 */
export function worldAfter(
  last: LastWorld,
  { at, presence, sessionEnds }: Facts,
  { player, isWorldNamed, now }: { player: PlacedPlayer; isWorldNamed: boolean; now: number },
): LastWorld {
  const { world, specialWorld: isSpecial } = player;
  if (world === null && last === unknownWorld) return unknownWorld;
  const reportedAt = isWorldNamed ? at : last.reportedAt;
  const assumed = { world, isSpecial, isSeasonal: false, reportedAt, sessionEndsAt: at + assumedTimeoutMs };
  const reported = presence === null ? assumed : worldOfPresence(presence, reportedAt);
  return {
    ...reported,
    isSpecial: reported.isSpecial && sessionEnds.length === 0,
    isSeasonal: reported.isSpecial && (player.seasonalWorld === true || last.isSeasonal),
    checkedAt: isWorldNamed || last === unknownWorld ? now : last.checkedAt,
  };
}

export function worldOfPresence(
  { at, world, special_world, in_game, timeout_ms }: Presence,
  reportedAt: number,
): LastWorld {
  const sessionEndsAt = in_game ? at + timeout_ms : at;
  return { world, isSpecial: special_world, isSeasonal: false, reportedAt, sessionEndsAt, checkedAt: 0 };
}
