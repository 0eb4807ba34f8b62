import { useMemo, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { type ApiKeyCategory, useMe } from './use-key-rights.ts';
import { useReadApi } from './use-read-api.ts';

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

/** Keeps the order. The hub answers 404 to a request with any unreadable account. */
export function filterReadable(
  accounts: ReadonlyMap<string, SnapshotAccount>,
  ids: Iterable<string>,
  category: ApiKeyCategory,
): readonly string[] {
  return [...ids].filter((id) => accounts.get(id)?.categories.includes(category) === true);
}

/**
 * The accounts of the member who made the key, the highest total level first. Active members have
 * different names.
 */
export function filterOwn(
  accounts: ReadonlyMap<string, SnapshotAccount>,
  member: string | undefined,
): readonly string[] {
  return [...accounts.values()]
    .filter(({ owner }) => member !== undefined && owner?.name === member)
    .sort((one, other) => (other.skills?.total_level ?? 0) - (one.skills?.total_level ?? 0))
    .map(({ id }) => id);
}

/** Empty for a service key. */
export function useOwnAccounts(): readonly string[] {
  const member = useMe()?.user?.name;
  return useAccountIds((accounts) => filterOwn(accounts, member));
}

export function useReadableAccounts(ids: readonly string[], category: ApiKeyCategory): readonly string[] {
  return useAccountIds((accounts) => filterReadable(accounts, ids, category));
}

/** Renders again when the result changes, and is empty before the first answer. */
function useAccountIds(
  select: (accounts: ReadonlyMap<string, SnapshotAccount>) => readonly string[],
): readonly string[] {
  const { snapshot } = useReadApi();
  const named = useSyncExternalStore(snapshot.subscribe, () =>
    select(snapshot.get()?.accounts ?? none).join(),
  );
  return useMemo(() => (named === '' ? [] : named.split(',')), [named]);
}
