/** Tiles, each side included: west, south, east, north. */
type Box = readonly [west: number, south: number, east: number, north: number];

interface Tile {
  readonly x: number;
  readonly y: number;
}

/** The dangerous land north of the ditch. */
export const wilderness: Box = [2_944, 3_525, 3_391, 3_967];

/** Safe places inside: the Ferox Enclave, and the Black Knights' Fortress. */
const safeBoxes: readonly Box[] = [
  [3_123, 3_622, 3_124, 3_631],
  [3_125, 3_617, 3_140, 3_639],
  [3_138, 3_636, 3_155, 3_645],
  [3_141, 3_625, 3_154, 3_635],
  [3_141, 3_619, 3_147, 3_624],
  [2_997, 3_525, 3_030, 3_533],
  [3_005, 3_534, 3_025, 3_543],
  [3_000, 3_534, 3_004, 3_538],
  [3_031, 3_525, 3_032, 3_526],
];

const levelsBeginY = 3_520;
const levelTiles = 8;

/** Null outside of the Wilderness of the surface. */
export function wildernessLevel(tile: Tile): number | null {
  if (!isIn(wilderness, tile) || safeBoxes.some((box) => isIn(box, tile))) return null;
  return Math.floor((tile.y - levelsBeginY) / levelTiles) + 1;
}

function isIn([west, south, east, north]: Box, { x, y }: Tile): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}
