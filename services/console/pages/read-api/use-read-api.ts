import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { Store } from '../state/store.ts';
import type { ReadApiConnection } from './read-api-connection.ts';

export const ReadApiContext = createContext<ReadApiConnection | null>(null);

/** @throws Error outside of the context */
export function useReadApi(): ReadApiConnection {
  const reading = useContext(ReadApiContext);
  if (reading === null) throw new Error('useReadApi outside of ReadApiContext');
  return reading;
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Polls notice after some seconds that the hub is away. */
export function useIsHubAway(): boolean {
  return useStore(useReadApi().status)?.state === 'away';
}

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

export function useIsLoaded(): boolean {
  const { snapshot } = useReadApi();
  return useSyncExternalStore(snapshot.subscribe, () => snapshot.get() !== null);
}

/** The component renders again only when this account changes. */
export function useAccount(id: string): SnapshotAccount | undefined {
  const { snapshot } = useReadApi();
  return useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.get(id));
}

/** By id; empty before the first answer. */
export function useAccounts(): {
  readonly isLoaded: boolean;
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
} {
  const snapshot = useStore(useReadApi().snapshot);
  return { isLoaded: snapshot !== null, accounts: snapshot?.accounts ?? none };
}
