import { useMemo, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { useReading } from './use-hub.ts';
import type { KeyCategory } from './use-own-key.ts';

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

/**
 * The accounts among these whose category can be read, in their order. A request that names one whose category cannot be read
 * is answered with a 404 for all.
 */
export function readableOf(
  accounts: ReadonlyMap<string, SnapshotAccount>,
  ids: Iterable<string>,
  category: KeyCategory,
): readonly string[] {
  return [...ids].filter((id) => accounts.get(id)?.categories.includes(category) === true);
}

/** `readableOf` as of the latest poll, rendered anew when it differs; none before the first answer. */
export function useReadable(ids: readonly string[], category: KeyCategory): readonly string[] {
  const { snapshot } = useReading();
  const named = useSyncExternalStore(snapshot.subscribe, () =>
    readableOf(snapshot.get()?.accounts ?? none, ids, category).join(),
  );
  return useMemo(() => (named === '' ? [] : named.split(',')), [named]);
}
