export interface EarliestTimer {
  runWithin(ms: number): void;
  stop(): void;
}

/** Runs the work once, at the earliest of the requested times. Does not keep the process alive. */
export function createEarliestTimer(work: () => void): EarliestTimer {
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    dueAt = Number.POSITIVE_INFINITY;
  }

  return {
    runWithin: (ms) => {
      const at = performance.now() + ms;
      if (at >= dueAt) return;
      stop();
      dueAt = at;
      timer = setTimeout(() => {
        stop();
        work();
      }, ms).unref();
    },
    stop,
  };
}
