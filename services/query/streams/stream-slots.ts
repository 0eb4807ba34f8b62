import { unavailableError } from '../errors.ts';

/** Limits how many large answers each key may have at once. */
export interface StreamSlots {
  /** Takes a slot of the key. @returns a function that gives it back. @throws ApiError 503 when none is free */
  take(keyId: string): () => void;
}

const perKeyMax = 2;

/** At most two large answers at once per key, so that one client cannot hold the process (decisions.md, Ranges). */
export function createStreamSlots(): StreamSlots {
  const taken = new Map<string, number>();

  function change(keyId: string, by: number): void {
    const count = (taken.get(keyId) ?? 0) + by;
    if (count === 0) taken.delete(keyId);
    else taken.set(keyId, count);
  }

  return {
    take: (keyId) => {
      if ((taken.get(keyId) ?? 0) >= perKeyMax) throw unavailableError();
      change(keyId, 1);
      let held = true;
      return () => {
        if (held) change(keyId, -1);
        held = false;
      };
    },
  };
}
