import type { SnapshotAccount } from './api.ts';
import { newsIn, type SnapshotNews, withNews } from './snapshot-news.ts';

/** All accounts as of an answer. Never changed: each answer makes a new one, with the objects of accounts that stayed. */
export interface Snapshot {
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
  /** Ids of those that differ from the state before. */
  readonly changed: readonly string[];
  /** Ids that the key no longer sees; found out by full answers only. */
  readonly left: readonly string[];
  /** Pass it as `since`. */
  readonly lastModified: string;
  readonly etag: string | undefined;
}

/**
 * The next state, or the same one where the answer is older than it: a replica of the hub that lags behind must not
 * bring back what was. A full answer always counts, since only it tells who left.
 * @param news that continue the known state
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
