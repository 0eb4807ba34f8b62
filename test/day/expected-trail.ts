import { corrected, iso, type Sent } from './sent.ts';

/** Without `via`. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
  readonly world: number;
  readonly is_on_boat: boolean;
}

interface TimedPoint {
  readonly at: number;
  readonly point: Point;
}

/** `/locations`: of each minute the first point that became known, oldest first. */
export function expectedTrail(sent: readonly Sent[]): object[] {
  const points = new Map<number, TimedPoint>();
  for (const each of sent) {
    if (!each.own) continue;
    const { location, locationTrail = [], world } = each.report.player;
    const tiles = locationTrail.map((tile) => ({ ...tile, at: corrected(each, tile.timestamp) }));
    if (location !== undefined) tiles.push({ ...location, timestamp: 0, at: each.at });
    for (const { x, y, plane, isOnBoat, at } of tiles.toSorted((left, right) => left.at - right.at)) {
      const minute = Math.floor(at / 60_000);
      if (points.has(minute)) continue;
      points.set(minute, { at, point: { x, y, plane, world: Number(world), is_on_boat: isOnBoat } });
    }
  }
  const ordered = [...points.values()].toSorted((left, right) => left.at - right.at);
  return ordered.map(({ at, point }, index) => ({
    at: iso(at),
    ...point,
    via: wayFrom(ordered[index - 1], { at, point }),
  }));
}

/** rules/additions.md#via: how a player came from one point to the next. */
function wayFrom(before: TimedPoint | undefined, { at, point }: TimedPoint): string | null {
  if (before === undefined) return null;
  const since = at - before.at;
  if (since > 5 * 60_000) return 'gap';
  const tilesAStep = point.is_on_boat || before.point.is_on_boat ? 4 : 2;
  const allowed = (tilesAStep * since) / 600 + 6;
  const [dx, dy] = [Math.abs(point.x - before.point.x), Math.abs(point.y - before.point.y)];
  if (Math.max(dx, dy) <= allowed) return 'move';
  return Math.max(dx, Math.abs(dy - 6_400)) <= allowed ? 'entrance' : 'teleport';
}
