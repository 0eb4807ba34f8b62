const sampleEveryMs = 200;
const delayMaxMs = 1_000;
/**
 * After this long without a question it stops watching: each look wakes a process that may have
 * nothing else to do.
 */
const restAfterMs = 10_000;

/**
 * Says whether the event loop is so far behind that more requests would only pile up (decisions.md,
 * HTTP).
 */
export interface EventLoopWatch {
  isBusy(): boolean;
  close(): void;
}

/**
 * Busy means: a timer of the loop was over a second late the last time it fired, or is that late
 * now. Watches from the first question on, and not while nobody asks.
 */
export function watchEventLoop(): EventLoopWatch {
  let expected = 0;
  let delay = 0;
  let askedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function expectNext(now: number): void {
    expected = now + sampleEveryMs;
  }

  function sample(): void {
    const now = performance.now();
    delay = now - expected;
    expectNext(now);
    if (now - askedAt > restAfterMs) rest();
  }

  function rest(): void {
    clearInterval(timer);
    timer = undefined;
    delay = 0;
  }

  return {
    isBusy: () => {
      askedAt = performance.now();
      if (timer === undefined) {
        expectNext(askedAt);
        timer = setInterval(sample, sampleEveryMs).unref();
      }
      return Math.max(delay, askedAt - expected) > delayMaxMs;
    },
    close: rest,
  };
}
