import { realmOf, type WorldTile } from '../../../map/world.ts';

/**
 * The points of the surface, which has a drawing; without any, of the realm with the most points.
 * All realms together would zoom the map out to the whole world.
 */
export function inShownRealm<Point extends Pick<WorldTile, 'x' | 'y'>>(
  points: readonly Point[],
): readonly Point[] {
  const byRealm = Map.groupBy(points, realmOf);
  const [most = []] = [...byRealm.values()].sort((one, other) => other.length - one.length);
  return byRealm.get('surface') ?? most;
}
