/** A tile of the game's map; x and y count tiles, planes are floors. */
export interface MapTile {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

/** Steps between two tiles of a plane: a diagonal step counts as one. */
export function distance(from: MapTile, to: MapTile): number {
  return Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
}

/**
 * The tile reached from `from` by walking up to `steps` tiles towards `to`, diagonally first, as
 * the game walks.
 */
export function stepTowards(from: MapTile, to: MapTile, steps: number): MapTile {
  return { x: approach(from.x, to.x, steps), y: approach(from.y, to.y, steps), plane: to.plane };
}

function approach(from: number, to: number, steps: number): number {
  return from + Math.sign(to - from) * Math.min(steps, Math.abs(to - from));
}
