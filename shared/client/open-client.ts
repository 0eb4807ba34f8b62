import type { AnswerOf, ApiPath, CsvPath, ParametersOf } from './api.ts';
import { type Answered, exchange, type ReadBody } from './exchange.ts';
import { type AskEvents, EventsFollower, type EventsOptions, isForAllTabs } from './follow-events.ts';
import { type AskSnapshot, SnapshotFollower, type SnapshotOptions } from './follow-snapshot.ts';
import { HubError } from './hub-error.ts';
import { jsonObjectOf } from './json-object.ts';
import { NewsReader, type SnapshotReader } from './snapshot-news.ts';
import { type Shared, shareAmongTabs } from './tabs/share-among-tabs.ts';
import { type Tabs, tabsOfBrowser } from './tabs/tabs.ts';
import { orAborted, systemTiming, type Timing } from './timing.ts';
import { urlOf } from './url-of.ts';

export interface ClientOptions {
  /** With the version: `http://localhost:3000/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** For a whole answer; 30 s by default. */
  readonly timeoutMs?: number;
  readonly timing?: Timing;
  /** The tabs that share one poller; by default the tabs of this browser. */
  readonly tabs?: Tabs | null;
  /** Reads the answers of `/snapshot`; in this thread by default. */
  readonly openSnapshotReader?: () => SnapshotReader;
}

/** After a 401 every call fails without a request: open another client with another key. */
export interface HubClient {
  /**
   * @throws HubError; the reason of an aborted `signal`; TypeError for a malformed `baseUrl` or
   * `key`
   */
  get<Path extends ApiPath>(
    path: Path,
    ...parameters: Record<never, never> extends ParametersOf<Path>
      ? [parameters?: ParametersOf<Path>, signal?: AbortSignal]
      : [parameters: ParametersOf<Path>, signal?: AbortSignal]
  ): Promise<AnswerOf<Path>>;
  /** The rows of the answer as a CSV file. @throws as `get` */
  getCsv<Path extends CsvPath>(
    path: Path,
    parameters: ParametersOf<Path>,
    signal?: AbortSignal,
  ): Promise<Blob>;
  /**
   * Keeps all accounts current until the signal.
   * @throws HubError what no repetition repairs: a refused key, a wrong address; TypeError as `get`
   */
  followSnapshot(options: SnapshotOptions): Promise<void>;
  /**
   * Gives the events of the feed, each at least once, until the signal.
   * @throws HubError what no repetition repairs: a refused key, a wrong cursor, an invisible
   * account; TypeError
   */
  followEvents(options: EventsOptions): Promise<void>;
}

const timeoutMsDefault = 30_000;

/** Asks nothing yet. */
export function openClient(options: ClientOptions): HubClient {
  return new Client(options);
}

class Client implements HubClient {
  readonly #options: ClientOptions;
  readonly #timing: Timing;
  readonly #tabs: Tabs | null;
  readonly #following = new Set<SnapshotFollower>();
  #refusal: HubError | null = null;
  /** The other requests wait for the first, so that a dead key fails only once. */
  #first: Promise<void> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#timing = options.timing ?? systemTiming;
    this.#tabs = options.tabs === undefined ? tabsOfBrowser() : options.tabs;
  }

  async get<Path extends ApiPath>(
    path: Path,
    parameters: object = {},
    signal?: AbortSignal,
  ): Promise<AnswerOf<Path>> {
    try {
      return await this.#bodyOf(path, { ...parameters }, signal);
    } catch (error) {
      if (path === '/accounts/{id}' && error instanceof HubError && error.code === 'not_found') {
        const { id } = parameters as ParametersOf<'/accounts/{id}'>;
        await Promise.all([...this.#following].map((follower) => follower.missed(id)));
      }
      throw error;
    }
  }

  async getCsv(path: ApiPath, parameters: object, signal?: AbortSignal): Promise<Blob> {
    const read = (body: ArrayBuffer) => new Blob([body], { type: 'text/csv' });
    return present(await this.#ask(path, { ...parameters, format: 'csv' }, { read, signal }));
  }

  async followSnapshot(options: SnapshotOptions): Promise<void> {
    const { openSnapshotReader = () => new NewsReader() } = this.#options;
    const ask: AskSnapshot = ({ since, ...asked }) => this.#ask('/snapshot', { since }, asked);
    const follower = new SnapshotFollower(options, { ask, openReader: openSnapshotReader }, this.#timing);
    this.#following.add(follower);
    try {
      await this.#follow('snapshot', this.#tabs, follower, options.signal);
    } finally {
      this.#following.delete(follower);
    }
  }

  async followEvents(options: EventsOptions): Promise<void> {
    const ask: AskEvents = (parameters, signal) => this.#bodyOf('/events', { ...parameters }, signal);
    const follower = new EventsFollower(options, ask, this.#timing);
    await this.#follow('events', isForAllTabs(options) ? this.#tabs : null, follower, options.signal);
  }

  async #follow<Message>(
    what: string,
    tabs: Tabs | null,
    shared: Shared<Message>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<void> {
    const { baseUrl, key } = this.#options;
    if (this.#refusal !== null) throw this.#refusal;
    try {
      await shareAmongTabs(tabs, `hub ${what} ${fingerprint(`${baseUrl} ${key}`)}`, shared, signal);
    } catch (error) {
      // Another tab may have been refused.
      this.#noteRefusal(error);
      throw error;
    }
  }

  async #bodyOf<Path extends ApiPath>(
    path: Path,
    parameters: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Path>> {
    return present(await this.#ask<AnswerOf<Path>>(path, parameters, { read: jsonObjectOf, signal }));
  }

  async #ask<Body>(
    path: ApiPath,
    parameters: Readonly<Record<string, unknown>>,
    { read, signal, etag }: AskedFor<Body>,
  ): Promise<Answered<Body>> {
    const { baseUrl, key, timeoutMs = timeoutMsDefault } = this.#options;
    const url = urlOf(baseUrl, path, parameters);
    if (this.#first !== null) await orAborted(this.#first, signal);
    if (this.#refusal !== null) throw this.#refusal;
    const asked = exchange({ url, key, etag, timeoutMs, timing: this.#timing, signal }, read);
    this.#first ??= asked.then(
      () => {},
      (error) => this.#noteRefusal(error),
    );
    try {
      return await asked;
    } catch (error) {
      this.#noteRefusal(error);
      throw error;
    }
  }

  #noteRefusal(error: unknown): void {
    if (error instanceof HubError && error.code === 'unauthorized') this.#refusal = error;
  }
}

function present<Body>({ body }: Answered<Body>): Body {
  if (body === null) throw new HubError('unreadable', 'a 304 that was not asked for', { status: 304 });
  return body;
}

interface AskedFor<Body> {
  readonly read: ReadBody<Body>;
  readonly signal?: AbortSignal | undefined;
  readonly etag?: string | undefined;
}

/** Tells keys apart without showing a key: browsers show the names of locks and channels. */
function fingerprint(text: string): string {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}
