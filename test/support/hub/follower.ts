import { setTimeout as delay } from 'node:timers/promises';
import { patient as longerIfBusy } from '../runner/patience.ts';
import type { HubClient } from './hub-client.ts';

export interface Follower {
  /** In the order in which the events came. */
  readonly markers: readonly string[];
  /** Ends once the follower has these markers. @throws after 30 s without them (`patient`) */
  stopAt(...markers: string[]): Promise<void>;
}

interface ServedEvent {
  readonly data: { readonly data: { readonly marker: string } };
}

const everyMs = 250;
const withinMs = 30_000;

/** `patient`: asks again after a request without an answer, or with another status than 200. */
export function startFollower(
  client: Pick<HubClient, 'get'>,
  key: string,
  cursor: string,
  { patient = false } = {},
): Follower {
  const markers: string[] = [];
  let last: readonly string[] | null = null;
  let giveUpAt = Number.POSITIVE_INFINITY;
  let refused: unknown = 'nothing yet';

  async function ask(next: string) {
    const { status, body } = await client.get(`/events?limit=500&cursor=${next}`, { key });
    if (status !== 200) throw new Error(`the follower was answered ${status}`);
    return body;
  }

  /**
   * If another reader gets a missing event, the cursor has passed the event; otherwise the event is
   * lost or late.
   */
  async function whatItLacks(wanted: readonly string[]): Promise<string> {
    const lacking = wanted.filter((marker) => !markers.includes(marker));
    const newest = await client.get('/events?limit=500', { key });
    const served = newest.body.data?.map((event: ServedEvent) => event.data.data.marker);
    const passed = lacking.filter((marker) => served?.includes(marker));
    return `the follower lacks ${lacking.length} of ${wanted.length} events, of which ${passed.length} are served to others; it was last refused by ${refused}`;
  }

  async function follow(): Promise<void> {
    for (let next = cursor; last === null || !last.every((marker) => markers.includes(marker)); ) {
      if (performance.now() > giveUpAt) throw new Error(await whatItLacks(last ?? []));
      const body = await ask(next).catch((error: unknown) => {
        if (!patient) throw error;
        refused = error;
        return null;
      });
      for (const event of body?.data ?? []) markers.push(event.data.data.marker);
      next = body?.meta.next_cursor ?? next;
      if (body?.meta.caught_up !== false) await delay(everyMs);
    }
  }
  const following = follow();
  // Without this, the error is an unhandled rejection before `stopAt` rejects.
  following.catch(() => {});

  return {
    markers,
    stopAt: (...wanted) => {
      last = wanted;
      giveUpAt = performance.now() + longerIfBusy(withinMs);
      return following;
    },
  };
}
