import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';

/** Asks for a path again and again, as a live map does. */
export interface Poller {
  readonly path: string;
  /** The longest time without a 200 or 304, in ms. */
  longestGapMs(): number;
  answered(): number;
  /** Each other answer. */
  readonly others: readonly string[];
  stop(): Promise<void>;
}

const everyMs = 100;

export function startPoller(client: Pick<HubClient, 'get'>, key: string, path: string): Poller {
  const others: string[] = [];
  let longest = 0;
  let answered = 0;
  let last = performance.now();
  let stopped = false;

  function note(): void {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }

  async function poll(): Promise<void> {
    while (!stopped) {
      const status = await client.get(path, { key }).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
      if (status === 200 || status === 304) {
        note();
        answered += 1;
      } else others.push(`${status}`);
      await delay(everyMs);
    }
    note();
  }
  const polling = poll();

  return {
    path,
    others,
    answered: () => answered,
    longestGapMs: () => Math.round(longest),
    stop: async () => {
      stopped = true;
      await polling;
    },
  };
}
