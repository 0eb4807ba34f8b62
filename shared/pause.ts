import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms`, or until the signal; not at all when `ms` is not above 0. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch(() => {});
}
