import { useMemo, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { ApiKeyCategory } from './use-me.ts';
import { useReadApi } from './use-read-api.ts';

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

/**
 * The accounts among these whose category can be read, in their order. A request that names one whose category cannot be read
 * is answered with a 404 for all.
 */
export function filterReadable(
  accounts: ReadonlyMap<string, SnapshotAccount>,
  ids: Iterable<string>,
  category: ApiKeyCategory,
): readonly string[] {
  return [...ids].filter((id) => accounts.get(id)?.categories.includes(category) === true);
}

/** `readableOf` as of the latest poll, rendered anew when it differs; none before the first answer. */
export function useReadableAccounts(ids: readonly string[], category: ApiKeyCategory): readonly string[] {
  const { snapshot } = useReadApi();
  const named = useSyncExternalStore(snapshot.subscribe, () =>
    filterReadable(snapshot.get()?.accounts ?? none, ids, category).join(),
  );
  return useMemo(() => (named === '' ? [] : named.split(',')), [named]);
}
