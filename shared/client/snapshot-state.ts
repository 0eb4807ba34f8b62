import type { SnapshotAccount } from './api.ts';

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
  /** Ids in the answer; those that changed up to 30 s before are among them again. */
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
  const changed = answer.accounts.map(({ id }) => id);
  const arrived = answer.accounts.map((account) => [account.id, account] as const);
  if (full) {
    const accounts = new Map(arrived);
    const left = [...(known?.accounts.keys() ?? [])].filter((id) => !accounts.has(id));
    return { accounts, changed, left, lastModified, etag };
  }
  if (known === null || lastModified < known.lastModified) return known;
  const accounts = new Map([...known.accounts, ...arrived]);
  return { accounts, changed, left: [], lastModified, etag };
}
