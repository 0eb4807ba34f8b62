import { useMemo, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { ApiKeyCategory } from './use-key-rights.ts';
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

/** Renders again when the result changes, and is empty before the first answer. */
export function useReadableAccounts(ids: readonly string[], category: ApiKeyCategory): readonly string[] {
  const { snapshot } = useReadApi();
  const named = useSyncExternalStore(snapshot.subscribe, () =>
    filterReadable(snapshot.get()?.accounts ?? none, ids, category).join(),
  );
  return useMemo(() => (named === '' ? [] : named.split(',')), [named]);
}
