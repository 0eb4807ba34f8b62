import type { HubEvent } from '../../../../shared/client/api.ts';
import type { WorldTile } from './world.ts';

export interface EventMarker {
  readonly event: HubEvent;
  readonly place: WorldTile;
  /** Whether the place is only the player's place at about that time. */
  readonly isApproximate: boolean;
}

export const markerLifeMs = 30 * 60_000;

/** A plugin sent the data, so every field is checked. */
export function findEventPlace({ data }: Pick<HubEvent, 'data'>): WorldTile | null {
  const inner = data.data ?? data.extra;
  const location = isObject(inner) ? inner.location : undefined;
  if (!isObject(location)) return null;
  const { x, y, plane } = location;
  return isCoordinate(x, 16_383) && isCoordinate(y, 16_383) && isCoordinate(plane, 3)
    ? { x, y, plane }
    : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCoordinate(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

/** In pixels, growing with the worth. */
export function markerRadius(valueGp: number | null): number {
  if (valueGp === null || valueGp < 10_000) return 6;
  return Math.min(16, 6 + (Math.log10(valueGp) - 4) * 2);
}

/** Pixels from the place to the middle: the player usually still stands there, below the marker. */
export function markerLift(valueGp: number | null): number {
  return markerRadius(valueGp) + 11;
}

/** From 1 for a new event down to 0.25. */
export function markerOpacity(occurredAt: number, now: number): number {
  return 0.25 + 0.75 * Math.max(0, 1 - Math.max(0, now - occurredAt) / markerLifeMs);
}
