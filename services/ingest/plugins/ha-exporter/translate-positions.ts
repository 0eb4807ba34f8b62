import { correctTime, type ReportTimes } from '../../facts/correct-times.ts';
import { type Facts, firstOfEachMinute, type ReportedPosition } from '../../facts/facts.ts';
import type { HaPlayer, HaTile } from './message.ts';

/**
 * The location counts as a position of the trail: the plugin sends no tiles while the player stands
 * still.
 */
export function translateTrail(player: HaPlayer, times: ReportTimes): Pick<Facts, 'trail' | 'tiles'> {
  const tiles: ReportedPosition[] = [];
  for (const tile of player.trail) {
    const at = correctTime(tile.timestamp, times);
    if (at !== null) tiles.push(pointOf(tile, at, player.world));
  }
  tiles.sort((left, right) => left.at - right.at);
  const { location, world } = player;
  const points = location === null ? tiles : [...tiles, pointOf(location, times.at, world)];
  return { trail: firstOfEachMinute(points), tiles };
}

function pointOf({ x, y, plane, isOnBoat }: HaTile, at: number, world: number | null): ReportedPosition {
  return { at, x, y, plane, world, is_on_boat: isOnBoat };
}
