/** Work that many events ask for and one run serves. */
export interface SpacedRuns {
  /** Runs soon, however often it is called. A call during a run leads to one more, which sees what caused the call. */
  soon(): void;
  /** Nothing runs after this resolves. */
  close(): Promise<void>;
}

/** Runs `work`, which never rejects, one at a time and with at least `everyMs` from start to start. */
export function createSpacedRuns(work: () => Promise<void>, everyMs: number): SpacedRuns {
  let startedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function run(): Promise<void> {
    timer = undefined;
    if (closed) return;
    startedAt = performance.now();
    await work();
  }

  return {
    soon: () => {
      if (closed || timer !== undefined) return;
      const waitMs = Math.max(0, startedAt + everyMs - performance.now());
      timer = setTimeout(() => {
        running = running.then(run);
      }, waitMs);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
