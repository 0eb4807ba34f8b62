import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms` or until the signal aborts. Returns at once when `ms` is 0 or less. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch(() => {});
}
