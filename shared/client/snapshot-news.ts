import type { AnswerOf, SnapshotAccount } from './api.ts';
import { jsonObjectOf, UnreadableBody } from './json-object.ts';
import { isSameJson } from './same-json.ts';

/** A 200 of `/snapshot`, and what it answers. */
export interface SnapshotAnswer {
  readonly body: ArrayBuffer;
  readonly etag: string | undefined;
  /** Whether everything was asked for, rather than what changed. */
  readonly full: boolean;
  /** The name of the reader's state; null without a state. */
  readonly base: string | null;
  /**
   * Names the state that the answer leads to. States with the same tag can differ, because an
   * answer with `since` does not say who left.
   */
  readonly state: string;
}

/** The news of an answer. Plain values, which threads and tabs can pass on. */
export interface SnapshotNews {
  /** The only state that the news continue; null when the news hold everything. */
  readonly base: string | null;
  readonly state: string;
  readonly etag: string | undefined;
  readonly accounts: readonly SnapshotAccount[];
  /**
   * The ids of all accounts, in order, for a full answer. Null for an answer with `since`, which
   * does not say who left.
   */
  readonly ids: readonly string[] | null;
  readonly lastModified: string;
}

/** Finds the news in the answers that one poller gets; in a worker, too. */
export interface SnapshotReader {
  /** @throws UnreadableBody when the body is not a snapshot */
  read(answer: SnapshotAnswer): SnapshotNews | Promise<SnapshotNews>;
  /** Nothing is read afterwards. */
  close(): void;
}

type Accounts = ReadonlyMap<string, SnapshotAccount>;

/**
 * Reads in this thread. Compares with the last answer when `base` names the state of this reader.
 * Otherwise everything is news: another tab led in the meantime, or the last answer was refused
 * because it was too old.
 */
export class NewsReader implements SnapshotReader {
  #known: Accounts = new Map();
  #state: string | null = null;

  read({ body, etag, full, base, state }: SnapshotAnswer): SnapshotNews {
    const { data, meta } = snapshotOf(body);
    const isKnown = base !== null && base === this.#state;
    const before: Accounts = isKnown ? this.#known : new Map();
    const news: SnapshotNews = {
      base: full && !isKnown ? null : base,
      state,
      etag,
      accounts: newsIn(before, data),
      ids: full ? data.map(({ id }) => id) : null,
      lastModified: meta.last_modified,
    };
    this.#known = withNews(before, news);
    this.#state = state;
    return news;
  }

  close(): void {}
}

/**
 * The accounts that differ from what is known. The hub repeats who changed up to 30 s before
 * `since` (read-api.md 4.1 rule 4).
 */
export function newsIn(known: Accounts, accounts: readonly SnapshotAccount[]): readonly SnapshotAccount[] {
  return accounts.filter((account) => !isSameJson(known.get(account.id), account));
}

/** All accounts after the news; those that stayed keep their objects. */
export function withNews(
  known: Accounts,
  { accounts, ids }: Pick<SnapshotNews, 'accounts' | 'ids'>,
): Accounts {
  const merged = new Map(known);
  for (const account of accounts) merged.set(account.id, account);
  if (ids === null) return merged;
  return new Map(
    ids.flatMap((id) => {
      const account = merged.get(id);
      return account === undefined ? [] : [[id, account] as const];
    }),
  );
}

/** The used parts of a body. */
type Body = Pick<AnswerOf<'/snapshot'>, 'data'> & {
  readonly meta: Pick<AnswerOf<'/snapshot'>['meta'], 'last_modified'>;
};

function snapshotOf(bytes: ArrayBuffer): Body {
  const body = jsonObjectOf<Body>(bytes);
  const isWhole = Array.isArray(body.data) && typeof body.meta?.last_modified === 'string';
  if (isWhole && body.data.every((account) => typeof account?.id === 'string')) return body;
  throw new UnreadableBody('a body without accounts, or without the time of the last change');
}
