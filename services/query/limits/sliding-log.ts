/**
 * When the requests of one window were made, oldest first, in a ring that grows as the limit asks for. A list with a
 * time for each request costs 8 bytes each: 5 KB for a service key, and no estimate is involved.
 */
export interface SlidingLog {
  /** A plain list of numbers, which V8 keeps unboxed; a typed array costs two more objects and is slow to make. */
  ring: number[];
  /** Where the oldest is in the ring. */
  oldest: number;
  count: number;
  /** The latest time, also after it was dropped; what nobody asked for since then can be forgotten. */
  latest: number;
}

const firstCapacity = 4;

export function newSlidingLog(): SlidingLog {
  return { ring: emptyRing(firstCapacity), oldest: 0, count: 0, latest: Number.NEGATIVE_INFINITY };
}

/** Forgets what was recorded at `until` or before. */
export function dropUntil(log: SlidingLog, until: number): void {
  while (log.count > 0 && (log.ring[log.oldest] ?? 0) <= until) {
    log.oldest = (log.oldest + 1) % log.ring.length;
    log.count -= 1;
  }
}

export function record(log: SlidingLog, at: number): void {
  if (log.count === log.ring.length) grow(log);
  log.ring[(log.oldest + log.count) % log.ring.length] = at;
  log.count += 1;
  log.latest = at;
}

/** The time `index` places from the oldest. */
export function timeAt({ ring, oldest, count }: SlidingLog, index: number): number | undefined {
  return index >= 0 && index < count ? ring[(oldest + index) % ring.length] : undefined;
}

function grow(log: SlidingLog): void {
  const larger = emptyRing(log.ring.length * 2);
  for (let index = 0; index < log.count; index += 1) larger[index] = timeAt(log, index) ?? 0;
  log.ring = larger;
  log.oldest = 0;
}

/** Filled with what is no integer, so that V8 does not first take it for a list of integers. */
function emptyRing(capacity: number): number[] {
  return new Array<number>(capacity).fill(Number.NaN);
}
