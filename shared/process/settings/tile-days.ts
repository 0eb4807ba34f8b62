/** The days for which tiles are kept: no longer than trails, and 0 for no tiles. */
export function tileTrailDaysOf(
  days: Readonly<Record<'LOCATION_RETENTION_DAYS' | 'TILE_TRAIL_DAYS', number>>,
): number {
  return Math.min(days.TILE_TRAIL_DAYS, days.LOCATION_RETENTION_DAYS);
}
