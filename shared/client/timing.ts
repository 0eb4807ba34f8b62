import { deferred } from './deferred.ts';

export interface Timing {
  /** Epoch ms. */
  now(): number;
  /** Calls `action` once after `ms`. @returns how to cancel */
  after(ms: number, action: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

export const systemTiming: Timing = {
  now: Date.now,
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Waits `ms`, or until the signal. */
export function pauseFor(timing: Timing, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  const { promise, resolve } = deferred<void>();
  const takeBack = timing.after(ms, resolve);
  const end = () => resolve();
  signal.addEventListener('abort', end, { once: true });
  return promise.finally(() => {
    takeBack();
    signal.removeEventListener('abort', end);
  });
}

/** Rejects with the reason of the signal as soon as the signal is aborted. */
export async function orAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const { promise: aborted, reject } = deferred<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', end));
}

const backOffMaxMs = 60_000;

/**
 * The pause after the nth failure in a row, which doubles up to a minute. A random part keeps
 * clients apart that failed together. A `Retry-After` is the minimum.
 */
export function backOffMs(
  failures: number,
  { everyMs, retryAfterMs, random }: { everyMs: number; retryAfterMs: number | null; random: number },
): number {
  const own = Math.min(backOffMaxMs, everyMs * 2 ** Math.min(failures, 10)) * (1 - random / 2);
  if (retryAfterMs === null) return own;
  const asked = retryAfterMs + random * Math.min(retryAfterMs, 10_000) * 0.25;
  return failures > 1 ? Math.max(asked, own) : asked;
}
