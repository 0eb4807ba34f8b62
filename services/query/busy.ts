const sampleEveryMs = 200;
const delayMaxMs = 1_000;

/** Tells when the event loop is so far behind that answers would only pile up (decisions.md, HTTP). */
export interface LoopWatch {
  isBusy(): boolean;
  close(): void;
}

/** Busy: the loop has come to its timer over a second late, the last time or now. */
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
