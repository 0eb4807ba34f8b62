/**
 * Chooses places of a list, spread evenly over the list. Each day moves every chosen place on by
 * one, so that all places have a turn within `length` days.
 */
export function placesOnDay(day: number, length: number, wanted: number): ReadonlySet<number> {
  const spread = Array.from({ length: wanted }, (_, turn) => Math.floor((turn * length) / wanted));
  return new Set(spread.map((place) => (place + day) % length));
}
