import type { AnswerOf, SnapshotAccount } from './api.ts';
import type { Answered } from './exchange.ts';
import { type FollowStatus, keepPolling, type Polled } from './keep-polling.ts';
import type { Shared } from './share-among-tabs.ts';
import { newsIn, nextSnapshot, type Snapshot } from './snapshot-state.ts';
import { pauseFor, type Timing } from './timing.ts';

export interface SnapshotOptions {
  /** All accounts, at the start and whenever an answer brought some. What it throws ends the following. */
  readonly onSnapshot: (snapshot: Snapshot) => Promise<void> | void;
  readonly onStatus?: ((status: FollowStatus) => void) | undefined;
  /** From the end of a poll to the next; 3 s by default, meant to be 2 to 10 s. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request for `/snapshot`. */
export type AskSnapshot = (
  since: string | undefined,
  etag: string | undefined,
  signal: AbortSignal,
) => Promise<Answered<AnswerOf<'/snapshot'>>>;

interface AnswerMessage {
  readonly kind: 'answer';
  readonly full: boolean;
  /** What is news of the body, as text: a browser copies objects to other tabs in twice the time that parsing takes. */
  readonly text: string;
  readonly etag: string | undefined;
  /** When everything was asked for last, epoch ms. */
  readonly fullAt: number;
}

/** What is used of a body. */
interface SnapshotBody {
  readonly data: readonly SnapshotAccount[];
  readonly meta: Pick<AnswerOf<'/snapshot'>['meta'], 'last_modified'>;
}

type Message =
  | AnswerMessage
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
  /** Of answers that this tab asked for. */
  readonly #parsed = new WeakMap<AnswerMessage, SnapshotBody>();
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
      await this.#take(message);
    } else this.#options.onStatus?.(message.status);
    if (this.#snapshot === null) askAgain();
  }

  greeting(): Message | null {
    if (this.#snapshot === null) return null;
    const { accounts, lastModified, etag } = this.#snapshot;
    const body: SnapshotBody = { data: [...accounts.values()], meta: { last_modified: lastModified } };
    return { kind: 'answer', full: true, text: JSON.stringify(body), etag, fullAt: this.#fullAt };
  }

  #polled(signal: AbortSignal): Polled<AnswerMessage | null> {
    return {
      ask: async () => {
        const askedAt = this.#timing.now();
        const known = this.#snapshot;
        const full = known === null || askedAt - this.#fullAt >= fullEveryMs;
        const since = full ? undefined : known.lastModified;
        const { body, text, etag } = await this.#ask(since, known?.etag, signal);
        if (full) this.#fullAt = askedAt;
        if (body === null) return null;
        const news: SnapshotBody = full ? body : { ...body, data: newsIn(known, body.data) };
        const message: AnswerMessage = {
          kind: 'answer',
          full,
          text: full ? text : JSON.stringify(news),
          etag,
          fullAt: this.#fullAt,
        };
        this.#parsed.set(message, news);
        return message;
      },
      take: async (message) => {
        if (message !== null) await this.#send(message);
        return 'later';
      },
    };
  }

  async #take(message: AnswerMessage): Promise<void> {
    const { full, text, etag } = message;
    const { data: accounts, meta }: SnapshotBody = this.#parsed.get(message) ?? JSON.parse(text);
    const next = nextSnapshot(this.#snapshot, { full, accounts, lastModified: meta.last_modified, etag });
    if (next === null || next === this.#snapshot) return;
    this.#snapshot = next;
    await this.#options.onSnapshot(next);
  }
}
