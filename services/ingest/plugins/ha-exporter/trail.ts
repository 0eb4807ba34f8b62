import { minuteMs } from '../../../../shared/domain/durations.ts';
import { correctTime, type ReportTimes } from '../../receive/clock-correction.ts';
import type { TrailPoint } from './facts.ts';
import type { Player, Tile } from './report.ts';

/**
 * Positions for the trail, oldest first: of each minute the first that the message knows (decisions.md, Trail). The
 * tiles are those since the last message, and none while the player stands still, so the current place is one too.
 */
export function trailPoints(player: Player, times: ReportTimes): TrailPoint[] {
  const points: TrailPoint[] = [];
  for (const tile of player.trail) {
    const at = correctTime(tile.timestamp, times);
    if (at !== null) points.push(pointOf(tile, at, player.world));
  }
  if (player.location !== null) points.push(pointOf(player.location, times.at, player.world));
  points.sort((left, right) => left.at - right.at);
  return points.filter((point, index) => minuteOf(point) !== minuteOf(points[index - 1]));
}

export function minuteOf(point: TrailPoint | undefined): number | null {
  return point === undefined ? null : Math.floor(point.at / minuteMs);
}

function pointOf({ x, y, plane, isOnBoat }: Tile, at: number, world: number | null): TrailPoint {
  return { at, x, y, plane, world, is_on_boat: isOnBoat };
}
