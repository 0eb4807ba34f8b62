/**
 * So many places of a list, spread over it, and each day those behind the last day's: within as many days as it is long each
 * place is among them.
 */
export function placesOnDay(day: number, length: number, wanted: number): ReadonlySet<number> {
  const spread = Array.from({ length: wanted }, (_, turn) => Math.floor((turn * length) / wanted));
  return new Set(spread.map((place) => (place + day) % length));
}
