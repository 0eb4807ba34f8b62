import { LRUCache } from 'lru-cache';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { RouteAnswer } from './http/answer.ts';

/** Keeps readings about all accounts of a large guild, which take long. */
export interface KeptAnswers {
  /**
   * Gives the reading for an earlier reader with the same rights, or a new reading. A reader of up
   * to 100 accounts always gets a new reading (rules/http.md#kept-answers).
   * @param sizeOf bytes; null for a value that only its first reader can use
   */
  of<Value extends object>(
    reader: Reader,
    request: string,
    read: () => Promise<Value>,
    sizeOf: (value: Value) => number | null,
  ): Promise<Value>;
}

const alwaysReadMax = 100;
const keptMsPerAccount = 10;
const keptMax = { max: 256, maxSize: 8 * 1024 * 1024 };

interface Kept {
  readonly value: object;
  /** Bytes. */
  readonly size: number;
}

export function createKeptAnswers(): KeptAnswers {
  const kept = new LRUCache<string, Promise<Kept | null>>({ ...keptMax, ttl: 1 });
  let competitions: unknown;

  return {
    of: async <Value extends object>(
      reader: Reader,
      request: string,
      read: () => Promise<Value>,
      sizeOf: (value: Value) => number | null,
    ) => {
      const ttl = (reader.visible.size - alwaysReadMax) * keptMsPerAccount;
      if (ttl <= 0) return read();
      // The view does not tell a changed competition.
      if (reader.directory.competitions !== competitions) kept.clear();
      competitions = reader.directory.competitions;
      const key = `${reader.view} ${reader.timeZone} ${request}`;
      const known = kept.get(key);
      const earlier = known === undefined ? null : await known;
      if (earlier !== null) return earlier.value as Value;
      const value = read();
      const keepable = value.then(
        (found) => {
          const size = sizeOf(found);
          return size === null ? null : { value: found, size };
        },
        // Other readers do not get the failure of a reader that reached its limits.
        () => null,
      );
      kept.set(key, keepable, { ttl, size: 1 });
      const found = await keepable;
      if (kept.peek(key) === keepable) {
        if (found === null) kept.delete(key);
        else kept.set(key, keepable, { size: found.size + 1, noUpdateTTL: true });
      }
      return value;
    },
  };
}

/** As bytes, which are written once. A stream can be sent only once. */
export function keepableAnswer({ body, ...answer }: RouteAnswer): RouteAnswer {
  if (body === null || !('json' in body || 'text' in body)) return { ...answer, body };
  return { ...answer, body: { bytes: Buffer.from('json' in body ? JSON.stringify(body.json) : body.text) } };
}

export function sizeOfAnswer({ body }: RouteAnswer): number | null {
  return body !== null && 'bytes' in body ? body.bytes.length : null;
}
