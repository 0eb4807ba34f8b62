/** When the requests of one window were made, oldest first, in a ring that grows as the limit asks for. */
export interface SlidingLog {
  /** Forgets what was recorded at `until` or before. */
  dropUntil(until: number): void;
  record(at: number): void;
  readonly count: number;
  /** The time `index` places from the oldest. */
  at(index: number): number | undefined;
  /** The latest time, also after it was dropped; what nobody asked for since then can be forgotten. */
  readonly latest: number;
}

/** 64 bytes, which V8 keeps in its own heap: more are ten times as dear to make, and most windows hold few. */
const firstCapacity = 8;

/** A list with a time for each request costs 8 bytes each: 5 KB for a service key, and no estimate is involved. */
export function createSlidingLog(): SlidingLog {
  let ring = new Float64Array(firstCapacity);
  let oldest = 0;
  let count = 0;
  let latest = Number.NEGATIVE_INFINITY;

  function grow(): void {
    const larger = new Float64Array(ring.length * 2);
    for (let index = 0; index < count; index += 1) larger[index] = ring[(oldest + index) % ring.length] ?? 0;
    ring = larger;
    oldest = 0;
  }

  return {
    dropUntil: (until) => {
      while (count > 0 && (ring[oldest] ?? 0) <= until) {
        oldest = (oldest + 1) % ring.length;
        count -= 1;
      }
    },
    record: (at) => {
      if (count === ring.length) grow();
      ring[(oldest + count) % ring.length] = at;
      count += 1;
      latest = at;
    },
    get count() {
      return count;
    },
    at: (index) => (index >= 0 && index < count ? ring[(oldest + index) % ring.length] : undefined),
    get latest() {
      return latest;
    },
  };
}
