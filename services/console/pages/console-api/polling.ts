/**
 * Asks again, and again: each time this long after the last answer. At a fixed pace a hub that hangs, which answers nothing
 * for over a minute, had 15 requests of one tab open at once.
 * @param ask never rejects; false ends it
 * @returns how to stop; an answer that comes later leads to no further one
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
