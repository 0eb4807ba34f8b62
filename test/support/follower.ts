import { setTimeout as delay } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';

/** A client that follows the event feed by cursor, as a bot does. */
export interface Follower {
  /** Markers of the events it was given, in the order it was given them. */
  readonly markers: readonly string[];
  /** Follows until it has the marker, and ends. @throws when that takes longer than 30 s */
  stopAt(marker: string): Promise<void>;
}

const everyMs = 250;
const withinMs = 30_000;

export function startFollower(client: HubClient, key: string, cursor: string): Follower {
  const markers: string[] = [];
  let last: string | null = null;
  let giveUpAt = Number.POSITIVE_INFINITY;

  async function follow(): Promise<void> {
    for (let next = cursor; last === null || !markers.includes(last); ) {
      if (performance.now() > giveUpAt) throw new Error(`the follower was not given ${last}`);
      const { status, body } = await client.get(`/events?limit=500&cursor=${next}`, { key });
      if (status !== 200) throw new Error(`the follower was answered ${status}`);
      for (const event of body.data) markers.push(event.data.marker);
      next = body.meta.next_cursor;
      if (body.data.length < 500) await delay(everyMs);
    }
  }
  const following = follow();
  // Thrown to whoever stops it.
  following.catch(() => {});

  return {
    markers,
    stopAt: (marker) => {
      last = marker;
      giveUpAt = performance.now() + withinMs;
      return following;
    },
  };
}
