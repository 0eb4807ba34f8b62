/** The times of requests, oldest first, in a ring buffer that doubles when it is full. */
export interface SlidingLog {
  ring: number[];
  /** Index of the oldest time in the ring. */
  oldest: number;
  count: number;
  /** The latest time, also after the ring has dropped it. */
  latest: number;
}

const firstCapacity = 4;

export function newSlidingLog(): SlidingLog {
  return {
    ring: new Array<number>(firstCapacity).fill(0),
    oldest: 0,
    count: 0,
    latest: Number.NEGATIVE_INFINITY,
  };
}

/** Drops the times up to `until`, included. */
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

/** The oldest time has index 0. */
export function timeAt({ ring, oldest, count }: SlidingLog, index: number): number | undefined {
  return index >= 0 && index < count ? ring[(oldest + index) % ring.length] : undefined;
}

function grow(log: SlidingLog): void {
  const larger = new Array<number>(log.ring.length * 2).fill(0);
  for (let index = 0; index < log.count; index += 1) larger[index] = timeAt(log, index) ?? 0;
  log.ring = larger;
  log.oldest = 0;
}
