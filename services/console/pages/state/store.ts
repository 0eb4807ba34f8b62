/** In the form that `useSyncExternalStore` takes. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (value: Value) => void;
}

/** Listeners are called only for a different value. */
export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
