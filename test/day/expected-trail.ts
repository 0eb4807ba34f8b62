import { corrected, iso, type Sent } from './sent.ts';

/** `/locations`: of each minute the first point that became known, oldest first. */
export function expectedTrail(sent: readonly Sent[]): object[] {
  const points = new Map<number, { at: number; point: object }>();
  for (const each of sent) {
    if (!each.own) continue;
    const { location, locationTrail = [], world } = each.report.player;
    const tiles = locationTrail.map((tile) => ({ ...tile, at: corrected(each, tile.timestamp) }));
    if (location !== undefined) tiles.push({ ...location, timestamp: 0, at: each.at });
    for (const { x, y, plane, isOnBoat, at } of tiles.toSorted((left, right) => left.at - right.at)) {
      const minute = Math.floor(at / 60_000);
      if (points.has(minute)) continue;
      points.set(minute, {
        at,
        point: { at: iso(at), x, y, plane, world: Number(world), is_on_boat: isOnBoat },
      });
    }
  }
  return [...points.values()].toSorted((left, right) => left.at - right.at).map(({ point }) => point);
}
