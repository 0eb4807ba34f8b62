import type { HoldingEvent } from './events-of-holdings.ts';

/** A holding that was reported within a minute after the last record of its key. */
export interface WaitingHolding {
  readonly event: HoldingEvent;
  /** Monotonic ms. */
  readonly dueAt: number;
}

/** By record key, at most `bytesMax` of JSON text. */
export interface WaitingHoldings {
  /** Replaces a waiting holding of the same key. @returns false without room */
  add(holding: WaitingHolding): boolean;
  get(key: string): WaitingHolding | undefined;
  delete(key: string): void;
  /** @param now monotonic ms */
  due(now: number): WaitingHolding[];
  isEmpty(): boolean;
}

export function createWaitingHoldings(bytesMax: number): WaitingHoldings {
  const waiting = new Map<string, WaitingHolding & { readonly bytes: number }>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= waiting.get(key)?.bytes ?? 0;
    waiting.delete(key);
  }

  return {
    add: ({ event, dueAt }) => {
      remove(event.key);
      const size = JSON.stringify(event).length;
      if (bytes + size > bytesMax) return false;
      waiting.set(event.key, { event, dueAt, bytes: size });
      bytes += size;
      return true;
    },
    get: (key) => waiting.get(key),
    delete: remove,
    due: (now) => [...waiting.values()].filter(({ dueAt }) => dueAt <= now),
    isEmpty: () => waiting.size === 0,
  };
}
