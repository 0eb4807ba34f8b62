import type { AnswerOf } from './api.ts';
import { type FollowStatus, keepPolling, type Polled } from './keep-polling.ts';
import type { Shared } from './share-among-tabs.ts';
import { nextSnapshot, type Snapshot, type SnapshotAnswer } from './snapshot-state.ts';
import { pauseFor, type Timing } from './timing.ts';

export interface SnapshotOptions {
  /** All accounts, at the start and whenever an answer brought some. What it throws ends the following. */
  readonly onSnapshot: (snapshot: Snapshot) => Promise<void> | void;
  readonly onStatus?: ((status: FollowStatus) => void) | undefined;
  /** From the end of a poll to the next; 3 s by default, meant to be 2 to 10 s. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request for `/snapshot`; `body` is null when nothing changed. */
export type AskSnapshot = (
  since: string | undefined,
  etag: string | undefined,
  signal: AbortSignal,
) => Promise<{ readonly body: AnswerOf<'/snapshot'> | null; readonly etag: string | undefined }>;

type Message =
  | {
      readonly kind: 'answer';
      readonly answer: SnapshotAnswer;
      /** When everything was asked for last, epoch ms. */
      readonly fullAt: number;
    }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  | { readonly kind: 'not-seen'; readonly id: string };

const everyMsDefault = 3_000;
/** An account that leaves the key's reach is not mentioned by an answer with `since`. */
const fullEveryMs = 5 * 60_000;
/** `/snapshot` answers a key once a second (read-api.md 8), also when another tab asked a moment ago. */
const paceMs = 1_000;

/** One tab's part in following all accounts. */
export class SnapshotFollower implements Shared<Message> {
  readonly #options: SnapshotOptions;
  readonly #ask: AskSnapshot;
  readonly #timing: Timing;
  #send: (message: Message) => Promise<void> = async () => {};
  #snapshot: Snapshot | null = null;
  #heardAt = Number.NEGATIVE_INFINITY;
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(options: SnapshotOptions, ask: AskSnapshot, timing: Timing) {
    this.#options = options;
    this.#ask = ask;
    this.#timing = timing;
  }

  join(send: (message: Message) => Promise<void>): void {
    this.#send = send;
  }

  /** Says that the key no longer sees an account: then the next poll is a full one. */
  async missed(id: string): Promise<void> {
    if (this.#snapshot?.accounts.has(id)) await this.#send({ kind: 'not-seen', id });
  }

  async lead(signal: AbortSignal): Promise<void> {
    await pauseFor(this.#timing, this.#heardAt + paceMs - this.#timing.now(), signal);
    await keepPolling(this.#polled(signal), {
      everyMs: this.#options.everyMs ?? everyMsDefault,
      timing: this.#timing,
      signal,
      report: (status) => this.#send({ kind: 'status', status }),
    });
  }

  async receive(message: Message, askAgain: () => void): Promise<void> {
    if (message.kind === 'not-seen') {
      if (this.#snapshot?.accounts.has(message.id)) this.#fullAt = Number.NEGATIVE_INFINITY;
      return;
    }
    this.#heardAt = this.#timing.now();
    if (message.kind === 'answer') {
      this.#fullAt = message.fullAt;
      await this.#take(message.answer);
    } else this.#options.onStatus?.(message.status);
    if (this.#snapshot === null) askAgain();
  }

  greeting(): Message | null {
    if (this.#snapshot === null) return null;
    const { accounts, lastModified, etag } = this.#snapshot;
    const answer = { full: true, accounts: [...accounts.values()], lastModified, etag };
    return { kind: 'answer', answer, fullAt: this.#fullAt };
  }

  #polled(signal: AbortSignal): Polled<SnapshotAnswer | null> {
    return {
      ask: async () => {
        const askedAt = this.#timing.now();
        const known = this.#snapshot;
        const full = known === null || askedAt - this.#fullAt >= fullEveryMs;
        const { body, etag } = await this.#ask(full ? undefined : known.lastModified, known?.etag, signal);
        if (full) this.#fullAt = askedAt;
        if (body === null) return null;
        const { data: accounts, meta } = body;
        return { full, accounts, lastModified: meta.last_modified, etag };
      },
      take: async (answer) => {
        if (answer !== null) await this.#send({ kind: 'answer', answer, fullAt: this.#fullAt });
        return 'later';
      },
    };
  }

  async #take(answer: SnapshotAnswer): Promise<void> {
    const next = nextSnapshot(this.#snapshot, answer);
    if (next === null || next === this.#snapshot) return;
    this.#snapshot = next;
    await this.#options.onSnapshot(next);
  }
}
