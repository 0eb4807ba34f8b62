import type { Answered, ReadBody } from './exchange.ts';
import { type FollowStatus, keepPolling, type Polled, ToldStatus } from './keep-polling.ts';
import type { SnapshotNews, SnapshotReader } from './snapshot-news.ts';
import { nextSnapshot, type Snapshot } from './snapshot-state.ts';
import type { Shared } from './tabs/share-among-tabs.ts';
import { pauseFor, type Timing } from './timing.ts';

export interface SnapshotOptions {
  /** Gets all accounts at the start and after each newer answer. An error ends the following. */
  readonly onSnapshot: (snapshot: Snapshot) => Promise<void> | void;
  readonly onStatus?: ((status: FollowStatus) => void) | undefined;
  /** From the end of a poll to the next; 3 s by default, meant to be 2 to 10 s. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type AskSnapshot = (asked: {
  readonly since: string | undefined;
  readonly etag: string | undefined;
  readonly read: ReadBody<SnapshotNews>;
  readonly signal: AbortSignal;
}) => Promise<Answered<SnapshotNews>>;

export interface SnapshotSource {
  readonly ask: AskSnapshot;
  readonly openReader: () => SnapshotReader;
}

interface AnswerMessage {
  readonly kind: 'answer';
  /** `SnapshotNews` as JSON, because browsers are slow to copy objects to other tabs. */
  readonly news: string;
  /** Time of the last request for all accounts, epoch ms. */
  readonly fullAt: number;
}

type Message =
  | AnswerMessage
  | { readonly kind: 'status'; readonly status: FollowStatus }
  | { readonly kind: 'not-seen'; readonly id: string };

const everyMsDefault = 3_000;
/** Only a full answer shows which accounts the key no longer sees. */
const fullEveryMs = 5 * 60_000;
/** `/snapshot` answers a key at most once a second (read-api.md 8), for all tabs together. */
const paceMs = 1_000;

export class SnapshotFollower implements Shared<Message> {
  readonly #options: SnapshotOptions;
  readonly #source: SnapshotSource;
  readonly #timing: Timing;
  readonly #status: ToldStatus;
  #send: (message: Message) => Promise<void> = async () => {};
  #snapshot: Snapshot | null = null;
  /** The name of the snapshot, the same in every tab with the same snapshot. */
  #state: string | null = null;
  /** They need no parsing. */
  readonly #newsOfOwnAnswers = new WeakMap<AnswerMessage, SnapshotNews>();
  #heardAt = Number.NEGATIVE_INFINITY;
  #fullAt = Number.NEGATIVE_INFINITY;
  /** Counted, because an earlier poll may still show the account. */
  #timesNotSeen = 0;

  constructor(options: SnapshotOptions, source: SnapshotSource, timing: Timing) {
    this.#options = options;
    this.#source = source;
    this.#timing = timing;
    this.#status = new ToldStatus(options.onStatus);
  }

  join(send: (message: Message) => Promise<void>): void {
    this.#send = send;
  }

  /** The key no longer sees the account, so the next poll asks for all accounts. */
  async missed(id: string): Promise<void> {
    if (this.#snapshot?.accounts.has(id)) await this.#send({ kind: 'not-seen', id });
  }

  async lead(signal: AbortSignal): Promise<void> {
    // Open only while this tab leads: other tabs read nothing.
    const reader = this.#source.openReader();
    try {
      // A clock that was set back does not make this pause longer.
      const restMs = this.#heardAt + paceMs - this.#timing.now();
      await pauseFor(this.#timing, Math.min(restMs, paceMs), signal);
      await keepPolling(this.#polled(reader, signal), {
        everyMs: this.#options.everyMs ?? everyMsDefault,
        timing: this.#timing,
        since: this.#status.since,
        signal,
        report: (status) => this.#send({ kind: 'status', status }),
      });
    } finally {
      reader.close();
    }
  }

  async receive(message: Message, askAgain: () => void): Promise<void> {
    if (message.kind === 'not-seen') {
      if (!this.#snapshot?.accounts.has(message.id)) return;
      this.#fullAt = Number.NEGATIVE_INFINITY;
      this.#timesNotSeen += 1;
      return;
    }
    this.#heardAt = this.#timing.now();
    if (message.kind === 'status') this.#status.tell(message.status);
    else if (!(await this.#take(message))) return askAgain();
    if (this.#snapshot === null) askAgain();
  }

  greeting(): Message | null {
    const [snapshot, state] = [this.#snapshot, this.#state];
    if (snapshot === null || state === null) return null;
    const { accounts, lastModified, etag } = snapshot;
    const all = { accounts: [...accounts.values()], ids: [...accounts.keys()] };
    return this.#messageOf({ base: null, state, etag, ...all, lastModified }, this.#fullAt);
  }

  #polled(reader: SnapshotReader, signal: AbortSignal): Polled<AnswerMessage | null> {
    return {
      ask: async () => {
        const askedAt = this.#timing.now();
        const known = this.#snapshot;
        const sinceFull = askedAt - this.#fullAt;
        const timesNotSeen = this.#timesNotSeen;
        const full = known === null || sinceFull >= fullEveryMs || sinceFull < 0;
        const base = this.#state;
        const state = `${askedAt} ${this.#timing.random()}`;
        const { body: news } = await this.#source.ask({
          since: full ? undefined : known.lastModified,
          etag: known?.etag,
          read: (body, etag) => reader.read({ body, etag, full, base, state }),
          signal,
        });
        const fullAt = full && timesNotSeen === this.#timesNotSeen ? askedAt : this.#fullAt;
        if (news !== null) return this.#messageOf(news, fullAt);
        this.#fullAt = fullAt;
        return null;
      },
      take: async (message) => {
        if (message !== null) await this.#send(message);
        return 'later';
      },
    };
  }

  #messageOf(news: SnapshotNews, fullAt: number): AnswerMessage {
    const message: AnswerMessage = { kind: 'answer', news: JSON.stringify(news), fullAt };
    this.#newsOfOwnAnswers.set(message, news);
    return message;
  }

  /** @returns false when this tab lacks the state that the news continues */
  async #take(message: AnswerMessage): Promise<boolean> {
    const news: SnapshotNews = this.#newsOfOwnAnswers.get(message) ?? JSON.parse(message.news);
    if (news.base !== null && news.base !== this.#state) return false;
    this.#fullAt = message.fullAt;
    // A greeting reaches all tabs.
    if (news.state === this.#state) return true;
    const next = nextSnapshot(this.#snapshot, news);
    if (next === null || next === this.#snapshot) return true;
    this.#snapshot = next;
    this.#state = news.state;
    await this.#options.onSnapshot(next);
    return true;
  }
}
