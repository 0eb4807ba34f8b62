import { HubError } from './hub-error.ts';
import { backOffMs, pauseFor, type Timing } from './timing.ts';

/** How following goes. While the hub is away, what was shown stays true as of `since` (epoch ms). */
export type FollowStatus =
  | { readonly state: 'live'; readonly at: number }
  | {
      readonly state: 'away';
      readonly since: number;
      /** Of the `HubError`. */
      readonly code: string;
      readonly message: string;
      readonly retryAt: number;
    };

export interface Polling {
  readonly everyMs: number;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly report: (status: FollowStatus) => Promise<void>;
}

/**
 * Polls until the signal, `soon` again at once, with growing pauses while the hub is away.
 * @throws HubError what no repetition repairs, and whatever else `poll` throws
 */
export async function keepPolling(
  poll: () => Promise<'soon' | 'later'>,
  { everyMs, timing, signal, report }: Polling,
): Promise<void> {
  let since = timing.now();
  for (let failures = 0; !signal.aborted; ) {
    let waitMs = 0;
    try {
      if ((await poll()) === 'later') waitMs = everyMs;
      failures = 0;
      since = timing.now();
      await report({ state: 'live', at: since });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HubError && error.mayPass)) throw error;
      failures += 1;
      const { code, message, retryAfterMs } = error;
      waitMs = backOffMs(failures, { everyMs, retryAfterMs, random: timing.random() });
      // One 429 only says that somebody else used up the key's limit a moment ago.
      if (code !== 'rate_limited' || failures > 1) {
        await report({ state: 'away', since, code, message, retryAt: timing.now() + waitMs });
      }
    }
    await pauseFor(timing, waitMs, signal);
  }
}
