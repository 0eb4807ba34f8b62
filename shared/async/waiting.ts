import { setTimeout as sleep } from 'node:timers/promises';

/** An abort ends the wait. With `ref: false`, the wait does not keep the process alive. */
export async function pause(ms: number, signal?: AbortSignal, { ref = true } = {}): Promise<void> {
  if (ms <= 0 || signal?.aborted) return;
  await sleep(ms, undefined, { ref, ...(signal && { signal }) }).catch(() => {});
}

/** The result of `work`, or the result or error of `late` after `ms`. `work` itself continues. */
export async function within<Result>(ms: number, work: Promise<Result>, late: () => Result): Promise<Result> {
  const timedOut = Promise.withResolvers<Result>();
  const timer = setTimeout(() => timedOut.resolve(Promise.try(late)), Math.max(0, ms));
  try {
    return await Promise.race([work, timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`, which continues after an abort. @throws the reason of the signal */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export interface RetryOptions {
  /** From the start of the first attempt. An attempt that ends after this time is the last. */
  readonly withinMs: number;
  /** From the end of an attempt to the start of the next attempt. */
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls `ask` until the answer is not null.
 * @returns null after `withinMs` or when `signal` is aborted
 */
export async function pollUntil<Found>(
  ask: () => Promise<Found | null>,
  { withinMs, everyMs, signal }: RetryOptions,
): Promise<Found | null> {
  for (const until = performance.now() + withinMs; ; await pause(everyMs, signal)) {
    const found = await ask();
    if (found !== null || signal?.aborted || performance.now() >= until) return found;
  }
}

/**
 * @throws the error of `work` after `withinMs`, when `signal` is aborted, or when `mayPass` refuses
 * the error
 */
export async function retryUntil<Result>(
  work: () => Promise<Result>,
  { mayPass = () => true, ...options }: RetryOptions & { readonly mayPass?: (error: unknown) => boolean },
): Promise<Result> {
  let failure: unknown;
  const done = await pollUntil(async () => {
    try {
      return { result: await work() };
    } catch (error) {
      if (!mayPass(error)) throw error;
      failure = error;
      return null;
    }
  }, options);
  if (done === null) throw failure;
  return done.result;
}
