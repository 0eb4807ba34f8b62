import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { Reading } from './reading.ts';
import type { Store } from './store.ts';

export const ReadingContext = createContext<Reading | null>(null);

/** @throws Error outside of the context, which is a mistake in the code */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === null) throw new Error('useReading outside of ReadingContext');
  return reading;
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

const none: ReadonlyMap<string, SnapshotAccount> = new Map();

/** All accounts that the key sees, by id; `loaded` is false until the first answer. */
export function useAccounts(): {
  readonly loaded: boolean;
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
} {
  const snapshot = useStore(useReading().snapshot);
  return { loaded: snapshot !== null, accounts: snapshot?.accounts ?? none };
}
