import type { AnswerOf, SnapshotAccount } from './api.ts';
import { jsonObjectOf, UnreadableBody } from './json-object.ts';
import { isSameJson } from './same-json.ts';

export interface SnapshotAnswer {
  readonly body: ArrayBuffer;
  readonly etag: string | undefined;
  /** Whether everything was asked for, not only changes. */
  readonly full: boolean;
  /** The name of the reader's state; null without a state. */
  readonly base: string | null;
  /**
   * Names the state after the answer. Tags cannot, because an answer with `since` does not say who
   * left.
   */
  readonly state: string;
}

/** Plain values, which threads and tabs can pass on. */
export interface SnapshotNews {
  /** The state that the news continue; null when the news hold everything. */
  readonly base: string | null;
  readonly state: string;
  readonly etag: string | undefined;
  readonly accounts: readonly SnapshotAccount[];
  /** The ids of all accounts in order; null for an answer with `since`. */
  readonly ids: readonly string[] | null;
  readonly lastModified: string;
}

export interface SnapshotReader {
  /** @throws UnreadableBody when the body is not a snapshot */
  read(answer: SnapshotAnswer): SnapshotNews | Promise<SnapshotNews>;
  close(): void;
}

type Accounts = ReadonlyMap<string, SnapshotAccount>;

/**
 * Everything is news if `base` is not this reader's state: another tab led in the meantime, or the
 * last answer was too old.
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

/** The hub repeats accounts that changed up to 30 s before `since` (read-api.md 4.1 rule 4). */
export function newsIn(known: Accounts, accounts: readonly SnapshotAccount[]): readonly SnapshotAccount[] {
  return accounts.filter((account) => !isSameJson(known.get(account.id), account));
}

/** Unchanged accounts keep their objects. */
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

type Body = Pick<AnswerOf<'/snapshot'>, 'data'> & {
  readonly meta: Pick<AnswerOf<'/snapshot'>['meta'], 'last_modified'>;
};

function snapshotOf(bytes: ArrayBuffer): Body {
  const body = jsonObjectOf<Body>(bytes);
  const isWhole = Array.isArray(body.data) && typeof body.meta?.last_modified === 'string';
  if (isWhole && body.data.every((account) => typeof account?.id === 'string')) return body;
  throw new UnreadableBody('a body without accounts, or without the time of the last change');
}
