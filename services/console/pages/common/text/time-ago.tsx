import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './format.ts';

const everyMs = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

/** All times on the page share one timer. */
function subscribe(listener: () => void): () => void {
  // The time is old when nobody was subscribed.
  if (timer === null) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Updated every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** @param at ISO-8601 or epoch ms; null means never */
export function TimeAgo({ at }: { readonly at: string | number | null | undefined }) {
  const current = useNow();
  if (at === null || at === undefined) return <span className="dim">never</span>;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {relativeTime(ms, Math.max(current, ms))}
    </time>
  );
}
