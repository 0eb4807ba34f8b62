/** Work that may outlive the request that began it, and that needs the log and the database until it ends. */
export interface OngoingWork {
  /** Notes work, which has to end by itself. @returns the same work */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Waits until nothing is tracked: what ends may have begun something else. Never rejects. */
  settled(): Promise<void>;
}

/**
 * A server that stops waits only for requests whose client is still there. What the others had begun failed when the
 * database was closed under it, so it is waited for here.
 */
export function createOngoingWork(): OngoingWork {
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
