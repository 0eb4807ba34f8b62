export interface RefreshLoop {
  /** Asks for a run soon; any number of calls before it share it. */
  wake(): void;
  /** Ends the loop after the run in progress. */
  close(): Promise<void>;
}

/**
 * Runs `work` when woken, at most once per `apartMs`, and in any case every `everyMs`. One run at a time; the first at
 * once. `work` does not throw.
 */
export function startRefreshLoop(
  work: () => Promise<void>,
  { apartMs, everyMs }: { readonly apartMs: number; readonly everyMs: number },
): RefreshLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  let woken = true;
  let closed = false;

  function schedule(): void {
    if (closed || running !== undefined) return;
    clearTimeout(timer);
    const wait = startedAt + (woken ? apartMs : everyMs) - performance.now();
    timer = setTimeout(run, Math.max(0, wait));
  }

  function run(): void {
    startedAt = performance.now();
    woken = false;
    running = work().finally(() => {
      running = undefined;
      schedule();
    });
  }

  schedule();
  return {
    wake: () => {
      if (woken) return;
      woken = true;
      schedule();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
