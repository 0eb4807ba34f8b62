import type { SnapshotAccount } from './api.ts';
import { newsIn, type SnapshotNews, withNews } from './snapshot-news.ts';

/** Immutable: each answer makes another snapshot, with the objects of unchanged accounts. */
export interface Snapshot {
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
  /** Ids of accounts that differ from the snapshot before. */
  readonly changed: readonly string[];
  /** Ids that the key no longer sees; only full answers show them. */
  readonly left: readonly string[];
  /** Pass it as `since`. */
  readonly lastModified: string;
  readonly etag: string | undefined;
}

/**
 * Keeps `known` when the answer is older: a replica that lags behind must not bring old data back.
 * A full answer always counts, because only a full answer shows who left.
 * @param news that continue `known`
 */
export function nextSnapshot(known: Snapshot | null, news: SnapshotNews): Snapshot | null {
  const { ids, lastModified, etag } = news;
  if (ids === null && (known === null || lastModified < known.lastModified)) return known;
  const before = known?.accounts ?? new Map<string, SnapshotAccount>();
  const accounts = newsIn(before, news.accounts);
  const after = withNews(before, { accounts, ids });
  return {
    accounts: after,
    changed: accounts.map(({ id }) => id),
    left: ids === null ? [] : [...before.keys()].filter((id) => !after.has(id)),
    lastModified,
    etag,
  };
}
