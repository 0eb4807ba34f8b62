import { LRUCache } from 'lru-cache';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { RouteAnswer } from './http/answer.ts';

/** Answers about all accounts of a large guild, which take long to read. */
export interface KeptAnswers {
  /**
   * An earlier answer to a reader with the same rights, or a new answer. For a reader of up to 100
   * accounts the answer is always new (rules/http.md#kept-answers).
   */
  of(reader: Reader, request: string, read: () => Promise<RouteAnswer>): Promise<RouteAnswer>;
}

const alwaysReadMax = 100;
const keptMsPerAccount = 10;
const keptMax = { max: 256, maxSize: 8 * 1024 * 1024 };

export function createKeptAnswers(): KeptAnswers {
  const kept = new LRUCache<string, Promise<RouteAnswer | null>>({ ...keptMax, ttl: 1 });
  let competitions: unknown;

  return {
    of: async (reader, request, read) => {
      const ttl = (reader.visible.size - alwaysReadMax) * keptMsPerAccount;
      if (ttl <= 0) return read();
      // The view does not tell a changed competition.
      if (reader.directory.competitions !== competitions) kept.clear();
      competitions = reader.directory.competitions;
      const key = `${reader.view} ${reader.timeZone} ${request}`;
      const known = kept.get(key);
      const earlier = known === undefined ? null : await known;
      if (earlier !== null) return earlier;
      const answer = read();
      // Other readers do not get the failure of a reader that reached its limits.
      const keepable = answer.then(bytesOf, () => null);
      kept.set(key, keepable, { ttl, size: 1 });
      const bytes = await keepable;
      if (kept.peek(key) === keepable) {
        if (bytes === null) kept.delete(key);
        else kept.set(key, keepable, { size: bytes.body.bytes.length + 1, noUpdateTTL: true });
      }
      return bytes ?? answer;
    },
  };
}

/** Null for a stream, which can be sent only once. */
function bytesOf({ body, ...answer }: RouteAnswer) {
  if (body === null || 'stream' in body || 'chunks' in body) return null;
  const bytes =
    'bytes' in body ? body.bytes : Buffer.from('json' in body ? JSON.stringify(body.json) : body.text);
  return { ...answer, body: { bytes } };
}
