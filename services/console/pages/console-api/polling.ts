/**
 * Asks each time `everyMs` after the previous answer. A fixed interval would open many requests at
 * once while the hub hangs.
 * @param ask never rejects; false ends the polling
 * @returns how to stop
 */
export function startPolling(
  ask: () => Promise<boolean>,
  everyMs: number,
  firstAfterMs = everyMs,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const askAfter = (ms: number) => {
    timer = setTimeout(async () => {
      if ((await ask()) && !isStopped) askAfter(everyMs);
    }, ms);
  };
  askAfter(firstAfterMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
