import type { SnapshotAccount } from './api.ts';
import { isSameJson } from './same-json.ts';

/** An answer of `/snapshot`: of all accounts, or of those that changed. */
export interface SnapshotAnswer {
  readonly full: boolean;
  readonly accounts: readonly SnapshotAccount[];
  readonly lastModified: string;
  readonly etag: string | undefined;
}

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
 */
export function nextSnapshot(known: Snapshot | null, answer: SnapshotAnswer): Snapshot | null {
  const { full, lastModified, etag } = answer;
  if (!full && (known === null || lastModified < known.lastModified)) return known;
  const news = newsIn(known, answer.accounts);
  const changed = news.map(({ id }) => id);
  const merged = new Map([
    ...(known?.accounts ?? []),
    ...news.map((account) => [account.id, account] as const),
  ]);
  if (!full) return { accounts: merged, changed, left: [], lastModified, etag };
  const accounts = new Map(answer.accounts.map((account) => [account.id, merged.get(account.id) ?? account]));
  const left = [...(known?.accounts.keys() ?? [])].filter((id) => !accounts.has(id));
  return { accounts, changed, left, lastModified, etag };
}

/** Those that differ from what is known. The hub repeats who changed up to 30 s before `since` (read-api.md 4.1 rule 4). */
export function newsIn(
  known: Snapshot | null,
  accounts: readonly SnapshotAccount[],
): readonly SnapshotAccount[] {
  return accounts.filter((account) => !isSameJson(known?.accounts.get(account.id), account));
}
