/**
 * Spreads places evenly, and moves each by one a day, so that all have a turn within `length` days.
 */
export function placesOnDay(day: number, length: number, wanted: number): ReadonlySet<number> {
  const spread = Array.from({ length: wanted }, (_, turn) => Math.floor((turn * length) / wanted));
  return new Set(spread.map((place) => (place + day) % length));
}
