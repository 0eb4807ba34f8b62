/** `at` is epoch ms, a multiple of `tileTimeMs`. */
export interface TrailTile {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly plane: number;
  readonly world: number | null;
  readonly is_on_boat: boolean | null;
}

/** The resolution of the time of a tile. */
export const tileTimeMs = 100;
/** Far above the 100 game ticks of a minute, also with two plugins. */
export const minuteTilesMax = 600;
/** Nobody comes back to a tile within a game tick. */
const sameVisitMs = 500;

/**
 * A resent message may have other times for the same visits: the first known time stays. Leaves out
 * tiles beyond `tilesMax`.
 * @param known in the order of time, like the result
 */
export function mergeTiles(
  known: readonly TrailTile[],
  added: readonly TrailTile[],
  tilesMax: number = minuteTilesMax,
): TrailTile[] {
  const merged = [...known];
  const visits = new Map<number, number[]>();
  for (const tile of known) noteVisit(visits, tile);
  for (const tile of added) {
    if (merged.length >= tilesMax) break;
    const rounded = { ...tile, at: Math.floor(tile.at / tileTimeMs) * tileTimeMs };
    if (isVisited(visits, rounded)) continue;
    noteVisit(visits, rounded);
    merged.push(rounded);
  }
  return merged.sort((left, right) => left.at - right.at);
}

function isVisited(visits: ReadonlyMap<number, readonly number[]>, tile: TrailTile): boolean {
  return visits.get(placeOf(tile))?.some((at) => Math.abs(at - tile.at) < sameVisitMs) ?? false;
}

function noteVisit(visits: Map<number, number[]>, tile: TrailTile): void {
  const place = placeOf(tile);
  const times = visits.get(place);
  if (times === undefined) visits.set(place, [tile.at]);
  else times.push(tile.at);
}

/** Coordinates have at most 14 bits. */
function placeOf({ x, y, plane }: TrailTile): number {
  return (plane * 16_384 + x) * 16_384 + y;
}
