/** x grows east, y grows north, and planes are floors. */
export interface WorldTile {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

export const realms = ['surface', 'underground', 'instances'] as const;
export type Realm = (typeof realms)[number];

export const realmTitles = {
  surface: 'Surface',
  underground: 'Underground',
  instances: 'Instances',
} as const satisfies Record<Realm, string>;

export const planes = ['0', '1', '2', '3'] as const;

/** The side of a map square, the game's unit of layout. */
export const mapSquareTiles = 64;
/** A place below the surface has the same x, and this much more y. */
const undergroundShift = 6_400;
const surfaceEndsY = 65 * mapSquareTiles;
const instancesBeginX = 100 * mapSquareTiles;
/** Coordinates have 14 bits. */
export const worldSideTiles = 16_384;

/** Boss rooms between surface and underground count as underground: nobody can walk there. */
export function realmOf({ x, y }: Pick<WorldTile, 'x' | 'y'>): Realm {
  if (x >= instancesBeginX) return 'instances';
  return y < surfaceEndsY ? 'surface' : 'underground';
}

/** South-west and north-east corners of the reachable part of a realm, in tiles. */
export const realmBounds: Readonly<
  Record<Realm, readonly [readonly [number, number], readonly [number, number]]>
> = {
  surface: [
    [1_024, 2_432],
    [3_968, 4_160],
  ],
  underground: [
    [1_024, 4_160],
    [3_968, 10_560],
  ],
  instances: [
    [6_400, 0],
    [worldSideTiles, worldSideTiles],
  ],
};

/**
 * The least zoom shows the whole surface, and the corner lets the surface stand in the middle.
 * @param map in pixels
 */
export function viewLimits({ width, height }: { readonly width: number; readonly height: number }) {
  const minZoom = width < 800 ? -3 : -2.5;
  const [[west, south], [east, north]] = realmBounds.surface;
  const least = (sum: number, pixels: number) => Math.min(0, (sum - pixels * 2 ** -minZoom) / 2);
  return { minZoom, least: { x: least(west + east, width), y: least(south + north, height) } };
}

/** @returns null without a place under or over this place */
export function placeInOtherRealm(
  { x, y }: Pick<WorldTile, 'x' | 'y'>,
  to: Realm,
): { x: number; y: number } | null {
  const from = realmOf({ x, y });
  if (from === 'surface' && to === 'underground') return { x, y: y + undergroundShift };
  if (from === 'underground' && to === 'surface' && y >= undergroundShift)
    return { x, y: y - undergroundShift };
  return null;
}

/** A diagonal step counts as one. */
export function tilesBetween(from: WorldTile, to: WorldTile): number {
  return Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
}

/**
 * Leaflet counts rows southward from y 0, so world rows are negative. The template's `{y}` counts
 * north, and equals the map square's row at zoom 2.
 */
export function mapTileUrl(
  template: string,
  { column, row, zoom, plane }: { column: number; row: number; zoom: number; plane: number },
): string {
  const values: Readonly<Record<string, number>> = { zoom, plane, x: column, y: -row - 1 };
  return template.replaceAll(/\{(zoom|plane|x|y)\}/g, (_, name: string) => String(values[name]));
}
