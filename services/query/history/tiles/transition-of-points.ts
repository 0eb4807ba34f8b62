import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { TrailTile } from '../../../../shared/domain/walked-tiles.ts';

/** See decisions.md, Additions to v1. */
export type TransitionPoint = Pick<TrailTile, 'at' | 'x' | 'y' | 'is_on_boat'>;

export type Transition = 'gap' | 'move' | 'entrance' | 'teleport';

const gapMs = 5 * minuteMs;
const tickMs = 600;
const [walkedTiles, sailedTiles] = [2, 4];
/** A `move` between two tiles may be longer by the distance of one game tick. */
const spareTicks = 1;
/** Any other `move` may be longer by this many tiles. */
const spareTiles = 6;
/** On the map, the underground lies this many tiles north of the land above it. */
const undergroundTiles = 6_400;

/** @param areTiles false when a point is the only known point of its minute */
export function transitionBetween(
  before: TransitionPoint,
  point: TransitionPoint,
  areTiles: boolean,
): Transition {
  const elapsed = point.at - before.at;
  if (elapsed > gapMs) return 'gap';
  const tilesPerTick = before.is_on_boat === true || point.is_on_boat === true ? sailedTiles : walkedTiles;
  const spare = areTiles ? spareTicks * tilesPerTick : spareTiles;
  const reach = spare + (elapsed * tilesPerTick) / tickMs;
  const [dx, dy] = [Math.abs(point.x - before.x), Math.abs(point.y - before.y)];
  if (Math.max(dx, dy) <= reach) return 'move';
  if (dx <= reach && Math.abs(dy - undergroundTiles) <= reach) return 'entrance';
  return 'teleport';
}
