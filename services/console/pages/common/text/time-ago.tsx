import { useSyncExternalStore } from 'react';
import { clockTime, exactTime, relativeTime } from './format.ts';

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

/** Updated every ten seconds while `isUsed`. */
export function useNow(isUsed = true): number {
  return useSyncExternalStore(isUsed ? subscribe : neverSubscribe, () => now);
}

const neverSubscribe = () => () => {};

interface Props {
  /** ISO-8601 or epoch ms; null means never. */
  readonly at: string | number | null | undefined;
  /** For a list of days: the time of day. */
  readonly isClock?: boolean;
}

export function TimeAgo({ at, isClock = false }: Props) {
  const current = useNow();
  if (at === null || at === undefined) return <span className="dim">never</span>;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const ago = relativeTime(ms, Math.max(current, ms));
  return (
    <time dateTime={new Date(ms).toISOString()} title={isClock ? ago : exactTime(ms)}>
      {isClock ? clockTime(ms) : ago}
    </time>
  );
}
