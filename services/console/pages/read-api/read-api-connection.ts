import type { HubEvent } from '../../../../shared/client/api.ts';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { FollowStatus } from '../../../../shared/client/keep-polling.ts';
import { type HubClient, openClient } from '../../../../shared/client/open-client.ts';
import type { Snapshot } from '../../../../shared/client/snapshot-state.ts';
import { basePath } from '../browser/base-path.ts';
import { createStore, type Store } from '../state/store.ts';
import { openWebWorkerReader } from './web-worker-reader.ts';

export interface ReadApiConnection {
  readonly client: HubClient;
  readonly snapshot: Store<Snapshot | null>;
  /** Null before the first answer. */
  readonly status: Store<FollowStatus | null>;
  /** Newest first; null before the first answer. */
  readonly feed: Store<readonly HubEvent[] | null>;
  /** Reads until the signal is aborted. `onRefused`: the hub refuses the API key. */
  readonly run: (signal: AbortSignal, onRefused: () => void) => void;
}

const feedMax = 300;
const feedBeginsWith = 100;

export function createReadApiConnection(key: string): ReadApiConnection {
  const baseUrl = `${location.origin}${basePath}/api/v1`;
  const client = openClient({ baseUrl, key, openSnapshotReader: openWebWorkerReader });
  const snapshot = createStore<Snapshot | null>(null);
  const status = createStore<FollowStatus | null>(null);
  const feed = createStore<readonly HubEvent[] | null>(null);

  async function followAll(signal: AbortSignal): Promise<void> {
    const onStatus = (next: FollowStatus) => {
      // Every poll reports success, which is no change for the page.
      if (next.state === 'away' || status.get()?.state !== 'live') status.set(next);
    };
    await Promise.all([
      client.followSnapshot({ signal, onStatus, onSnapshot: snapshot.set }),
      client.followEvents({
        signal,
        newest: feedBeginsWith,
        onEvents: (events) => feed.set([...events.toReversed(), ...(feed.get() ?? [])].slice(0, feedMax)),
        // An answer without events also calls this, so that the feed is no longer null.
        onCursor: () => feed.set(feed.get() ?? []),
      }),
    ]);
  }

  return {
    client,
    snapshot,
    status,
    feed,
    run: (signal, onRefused) => {
      followAll(signal).catch((error: unknown) => {
        if (error instanceof HubError && error.code === 'unauthorized') onRefused();
        else if (!signal.aborted) throw error;
      });
    },
  };
}
