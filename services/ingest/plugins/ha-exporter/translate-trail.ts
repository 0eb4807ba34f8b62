import { firstOfEachMinute, type ReportedPosition } from '../../facts/facts.ts';
import { correctTime, type ReportTimes } from '../../facts/report-times.ts';
import type { HaPlayer, HaTile } from './message.ts';

/**
 * Positions for the trail, oldest first: of each minute the first that the message knows. The tiles are those since the
 * last message, and none while the player stands still, so the current place is one too.
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
