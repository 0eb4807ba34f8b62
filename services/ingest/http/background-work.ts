export interface BackgroundWork {
  /** The work has to end by itself. @returns the same work */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Waits until no work is tracked, including work that other work starts. Never rejects. */
  settled(): Promise<void>;
}

/**
 * A stopping server waits for open requests only. Work of closed requests would lose its database.
 */
export function createBackgroundWork(): BackgroundWork {
  const tracked = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      tracked.add(work);
      const forget = () => tracked.delete(work);
      work.then(forget, forget);
      return work;
    },
    settled: async () => {
      while (tracked.size > 0) await Promise.allSettled(tracked);
    },
  };
}
