import type { AnswerOf, HubEvent, ParametersOf } from './api.ts';
import { HubError } from './hub-error.ts';
import { type FollowStatus, keepPolling, type Polled, ToldStatus } from './keep-polling.ts';
import type { Shared } from './tabs/share-among-tabs.ts';
import type { Timing } from './timing.ts';

export interface EventsOptions {
  /**
   * Called for each batch, oldest first, never empty. An error ends the following before the cursor
   * moves: a start at the last cursor gets the batch again.
   */
  readonly onEvents: (events: readonly HubEvent[]) => Promise<void> | void;
  /** Gets the cursor for a restart, when `onEvents` has handled all events before it. */
  readonly onCursor?: ((cursor: string) => Promise<void> | void) | undefined;
  readonly onStatus?: ((status: FollowStatus) => void) | undefined;
  /** Begins after this earlier cursor; without a cursor, now. */
  readonly cursor?: string | undefined;
  /** The number of newest events to begin with, without a cursor; at most 100, 0 by default. */
  readonly newest?: number | undefined;
  /** Parameters of `/events`, like `types`, `accounts` and `min_value`. */
  readonly filter?: EventFilterParameters | undefined;
  /** From the end of a poll to the next, once caught up; 5 s by default. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type EventFilterParameters = Omit<ParametersOf<'/events'>, 'cursor' | 'limit' | 'from' | 'to'>;

export type AskEvents = (
  parameters: ParametersOf<'/events'>,
  signal?: AbortSignal,
) => Promise<AnswerOf<'/events'>>;

interface EventsMessage {
  readonly kind: 'events';
  /** The events come after this cursor; null for the newest events. */
  readonly after: string | null;
  readonly events: readonly HubEvent[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

type Message = EventsMessage | { readonly kind: 'status'; readonly status: FollowStatus };

const everyMsDefault = 5_000;
/** The most that the hub gives at once. */
const pageSize = 500;
/** Kept for a tab that opens, and to find duplicates when another tab takes the lead. */
const recentMax = 100;

/** Tabs share a following of all events from now on. */
export function isForAllTabs({ cursor, filter }: EventsOptions): boolean {
  return cursor === undefined && filter === undefined;
}

export class EventsFollower implements Shared<Message> {
  readonly #options: EventsOptions;
  readonly #ask: AskEvents;
  readonly #timing: Timing;
  readonly #status: ToldStatus;
  #send: (message: Message) => Promise<void> = async () => {};
  #cursor: string | null;
  #recent: readonly HubEvent[] = [];

  constructor(options: EventsOptions, ask: AskEvents, timing: Timing) {
    this.#options = options;
    this.#ask = ask;
    this.#timing = timing;
    this.#status = new ToldStatus(options.onStatus);
    this.#cursor = options.cursor ?? null;
  }

  join(send: (message: Message) => Promise<void>): void {
    this.#send = send;
  }

  async lead(signal: AbortSignal): Promise<void> {
    await keepPolling(this.#polled(signal), {
      everyMs: this.#options.everyMs ?? everyMsDefault,
      timing: this.#timing,
      since: this.#status.since,
      signal,
      report: (status) => this.#send({ kind: 'status', status }),
    });
  }

  async receive(message: Message, askAgain: () => void): Promise<void> {
    if (message.kind === 'status') this.#status.tell(message.status);
    else if (message.after === this.#cursor) await this.#take(message);
    // Events before the first cursor are in the greeting as well.
    else if (this.#cursor === null) askAgain();
    else if (message.cursor !== this.#cursor) await this.#catchUp();
  }

  greeting(): Message | null {
    if (this.#cursor === null) return null;
    return { kind: 'events', after: null, events: this.#recent, cursor: this.#cursor, hasMore: false };
  }

  #polled(signal: AbortSignal): Polled<EventsMessage> {
    return {
      ask: () => this.#next(signal),
      take: async (message) => {
        await this.#send(message);
        return message.hasMore ? 'soon' : 'later';
      },
    };
  }

  async #next(signal?: AbortSignal): Promise<EventsMessage> {
    const after = this.#cursor;
    const place = after === null ? { limit: recentMax } : { cursor: after, limit: pageSize };
    const { data: events, meta } = await this.#ask({ ...this.#options.filter, ...place }, signal);
    // `next_cursor` is null only at the end of a time range.
    const cursor = meta?.next_cursor ?? after;
    if (cursor === null || !Array.isArray(events)) {
      throw new HubError('unreadable', 'the feed came without events or without a cursor', { status: 200 });
    }
    // Hubs before 0.2.0 do not say `caught_up`.
    const hasMore = after !== null && !(meta.caught_up ?? events.length < pageSize);
    return { kind: 'events', after, events, cursor, hasMore };
  }

  /**
   * The leader's message begins at another cursor when this tab was slow with a batch, or when the
   * leader has just changed.
   */
  async #catchUp(): Promise<void> {
    const { signal } = this.#options;
    while (!signal?.aborted) {
      // After an error that may pass, the next message of the leader causes the next try.
      const page = await this.#next(signal).catch((error) => {
        if (signal?.aborted || (error instanceof HubError && error.mayPass)) return null;
        throw error;
      });
      if (page === null) return;
      await this.#take(page);
      if (!page.hasMore) return;
    }
  }

  async #take({ after, events, cursor }: EventsMessage): Promise<void> {
    const known = new Set(this.#recent.map(({ id }) => id));
    const unknown = events.filter(({ id }) => !known.has(id));
    const wanted = after === null ? newest(unknown, this.#options.newest ?? 0) : unknown;
    if (wanted.length > 0) await this.#options.onEvents(wanted);
    this.#recent = newest([...this.#recent, ...unknown], recentMax);
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    await this.#options.onCursor?.(cursor);
  }
}

function newest(events: readonly HubEvent[], count: number): readonly HubEvent[] {
  return events.slice(Math.max(0, events.length - count));
}
