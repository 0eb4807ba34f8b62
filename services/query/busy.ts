const sampleEveryMs = 200;
const delayMaxMs = 1_000;

/** Says whether the event loop is so far behind that more requests would only pile up (decisions.md, HTTP). */
export interface LoopWatch {
  isBusy(): boolean;
  close(): void;
}

/** Busy means: a timer of the loop was over a second late the last time it fired, or is that late now. */
export function watchLoop(): LoopWatch {
  let expected = performance.now() + sampleEveryMs;
  let delay = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    delay = now - expected;
    expected = now + sampleEveryMs;
  }, sampleEveryMs);
  timer.unref();

  return {
    isBusy: () => Math.max(delay, performance.now() - expected) > delayMaxMs,
    close: () => clearInterval(timer),
  };
}
