import { HubError } from './hub-error.ts';
import { backOffMs, pauseFor, type Timing } from './timing.ts';

/** While the hub is away, the shown data is from `since` (epoch ms). */
export type FollowStatus =
  | { readonly state: 'live'; readonly at: number }
  | {
      readonly state: 'away';
      readonly since: number;
      /** The code of the `HubError`. */
      readonly code: string;
      readonly message: string;
      readonly retryAt: number;
    };

/** Keeps the time of the shown data for when the tab begins to lead. */
export class ToldStatus {
  /** Epoch ms; undefined before the first answer. */
  since: number | undefined;
  readonly #onStatus: ((status: FollowStatus) => void) | undefined;

  constructor(onStatus: ((status: FollowStatus) => void) | undefined) {
    this.#onStatus = onStatus;
  }

  tell(status: FollowStatus): void {
    this.since = status.state === 'live' ? status.at : status.since;
    this.#onStatus?.(status);
  }
}

export interface Polling {
  readonly everyMs: number;
  /** Time of data that is already shown, epoch ms; now by default. */
  readonly since?: number | undefined;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly report: (status: FollowStatus) => Promise<void>;
}

/** Only a failed `ask` is repeated. */
export interface Polled<Answer> {
  readonly ask: () => Promise<Answer>;
  readonly take: (answer: Answer) => Promise<'soon' | 'later'>;
}

/**
 * Polls until the signal: at once again after `soon`, with growing pauses while the hub is away.
 * @throws HubError when asking again cannot help; any other error of `ask`, `take` and `report`
 */
export async function keepPolling<Answer>(
  { ask, take }: Polled<Answer>,
  { everyMs, timing, signal, report, ...shown }: Polling,
): Promise<void> {
  let since = shown.since ?? timing.now();
  for (let failures = 0; !signal.aborted; ) {
    const asked = await ask().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    if (signal.aborted) return;
    if ('answer' in asked) {
      const next = await take(asked.answer);
      failures = 0;
      since = timing.now();
      await report({ state: 'live', at: since });
      await pauseFor(timing, next === 'later' ? everyMs : 0, signal);
      continue;
    }
    const { error } = asked;
    if (!(error instanceof HubError && error.mayPass)) throw error;
    failures += 1;
    const { code, message, retryAfterMs } = error;
    const waitMs = backOffMs(failures, { everyMs, retryAfterMs, random: timing.random() });
    // One 429 only says that somebody else used up the key's limit a moment ago.
    if (code !== 'rate_limited' || failures > 1) {
      await report({ state: 'away', since, code, message, retryAt: timing.now() + waitMs });
    }
    await pauseFor(timing, waitMs, signal);
  }
}
