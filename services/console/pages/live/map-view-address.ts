import type { Realm, WorldTile } from '../map/world.ts';

export type MapTarget =
  | { readonly tile: WorldTile; readonly zoom?: number }
  | { readonly realm: Realm }
  | { readonly zoomBy: number }
  /** The map waits for the trails of these accounts, and moves to the last trail with points. */
  | { readonly trailsOf: readonly string[] };

export interface MapView {
  readonly centre: WorldTile;
  readonly zoom: number;
}

/** Between the towns with the most players. */
const firstPlace: MapView = { centre: { x: 3_120, y: 3_400, plane: 0 }, zoom: 0 };

/** Invalid text gives the default place. */
export function parseMapView(text: string): MapView {
  const match = /^(\d{1,5}),(\d{1,5}),(-?\d(?:\.5)?)$/.exec(text);
  if (match === null) return firstPlace;
  const [, x, y, zoom] = match.map(Number);
  return { centre: { x: x ?? 0, y: y ?? 0, plane: 0 }, zoom: zoom ?? 0 };
}

export function mapViewText({ x, y }: { readonly x: number; readonly y: number }, zoom: number): string {
  return `${Math.max(0, x)},${Math.max(0, y)},${Math.round(zoom * 2) / 2}`;
}
