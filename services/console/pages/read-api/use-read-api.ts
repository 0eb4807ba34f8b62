import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { Store } from '../state/store.ts';
import type { ReadApiConnection } from './read-api-connection.ts';

export const ReadApiContext = createContext<ReadApiConnection | null>(null);

/** @throws Error outside of the context, which is a programming error */
export function useReadApi(): ReadApiConnection {
  const reading = useContext(ReadApiContext);
  if (reading === null) throw new Error('useReadApi outside of ReadApiContext');
  return reading;
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Whether the hub is away, as the polls notice after some seconds. */
export function useIsHubAway(): boolean {
  return useStore(useReadApi().status)?.state === 'away';
}

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

/** Whether the first answer with accounts has come. */
export function useIsLoaded(): boolean {
  const { snapshot } = useReadApi();
  return useSyncExternalStore(snapshot.subscribe, () => snapshot.get() !== null);
}

/** One account. The component renders again only when this account changes. */
export function useAccount(id: string): SnapshotAccount | undefined {
  const { snapshot } = useReadApi();
  return useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.get(id));
}

/** All visible accounts by id. `isLoaded` is false before the first answer. */
export function useAccounts(): {
  readonly isLoaded: boolean;
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
} {
  const snapshot = useStore(useReadApi().snapshot);
  return { isLoaded: snapshot !== null, accounts: snapshot?.accounts ?? none };
}
