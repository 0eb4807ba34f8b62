const sampleEveryMs = 200;
const delayMaxMs = 1_000;
/**
 * The timer stops when nobody has called `isBusy` for this time. A running timer would wake an idle
 * process.
 */
const restAfterMs = 10_000;

/** Tells whether more requests would only pile up (rules/http.md#unavailable). */
export interface EventLoopWatch {
  isBusy(): boolean;
  close(): void;
}

/**
 * The loop is busy when the timer is over a second late now, or when its last run was over a second
 * late.
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
