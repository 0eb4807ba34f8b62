import { correctTime, type ReportTimes } from '../../facts/correct-times.ts';
import { firstOfEachMinute, type ReportedPosition } from '../../facts/facts.ts';
import type { HaPlayer, HaTile } from './message.ts';

/**
 * The positions of a message's trail, the first of each minute, oldest first. The current location
 * is one of them, because the plugin sends no tiles while the player stands still.
 */
export function translateTrail(player: HaPlayer, times: ReportTimes): ReportedPosition[] {
  const points: ReportedPosition[] = [];
  for (const tile of player.trail) {
    const at = correctTime(tile.timestamp, times);
    if (at !== null) points.push(pointOf(tile, at, player.world));
  }
  if (player.location !== null) points.push(pointOf(player.location, times.at, player.world));
  return firstOfEachMinute(points);
}

function pointOf({ x, y, plane, isOnBoat }: HaTile, at: number, world: number | null): ReportedPosition {
  return { at, x, y, plane, world, is_on_boat: isOnBoat };
}
