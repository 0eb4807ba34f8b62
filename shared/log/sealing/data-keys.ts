import type { KeyObject } from 'node:crypto';
import { batchCalls } from '../../async/batch-calls.ts';
import { boundedCache } from '../../collections/bounded-cache.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import { newEvent } from '../../events/event.ts';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { EventLog, LogEntry } from '../event-log.ts';
import { encodeEventValue } from '../records/event-value.ts';
import { logEntry } from '../records/log-entry.ts';
import { createKeyRing, type KeyRing, keyNamedBy, unwrapRecord } from './key-ring.ts';
import { readKeyStream } from './key-stream.ts';
import { type DataKey, makeDataKey, wrapDataKey, wrappingKey } from './sealing.ts';

/** The data keys in `hub.keys`. Several processes may each make a key for the same subject; all of them can be used. */
export interface DataKeys {
  /**
   * A key for each subject. A subject without one gets a new key, which is in the log before it is returned.
   * @throws LogUnavailable when a subject was erased and the caller does not know yet
   */
  sealingKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, DataKey>>;
  /**
   * The keys with these ids, or an error for a key that cannot be used. An id that is missing in the answer was destroyed.
   * `hub.keys` is read to its end when an id is unknown, and when the last read is over half a second old, so that a
   * destroyed key is not used for longer.
   */
  openingKeys(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey | Error>>;
}

interface DataKeysOptions {
  readonly log: EventLog;
  readonly hubSecret: Buffer;
  /** How many keys are kept in memory, about 650 bytes each; a hub has one for each account and member. */
  readonly keysMax?: number;
}

/** An erasure has to take effect within a second, also in processes that know the key. */
const freshForMs = 500;

/**
 * Opens the data keys. `hub.keys` is read when a key is first asked for: the 10,000 keys of 5,000 accounts are 0.2 s of CPU,
 * which a start and most commands do not need.
 */
export function openDataKeys(options: DataKeysOptions): DataKeys {
  const { log, hubSecret, keysMax = 50_000 } = options;
  const wrapping = wrappingKey(hubSecret);
  const ring = createKeyRing(wrapping, keysMax);
  const follow = followKeys(log, ring);
  return {
    sealingKeys: createKeyMaker(log, ring, wrapping, follow),
    openingKeys: createKeyFinder(log, ring, wrapping, follow, keysMax),
  };
}

/** Reads what was appended to `hub.keys` since the last read; calls during a read share the next one. */
function followKeys(log: EventLog, ring: KeyRing): FollowKeys {
  let next = 0;
  let readAt = Number.NEGATIVE_INFINITY;

  const read = batchCalls(
    async (calls: readonly null[]) => {
      const startedAt = performance.now();
      next = await readKeyStream(log, next, ring.take);
      readAt = startedAt;
      return calls;
    },
    { oneAtATime: true },
  );
  const toEnd = async () => void (await read(null));
  return {
    toEnd,
    whenStale: async () => {
      if (performance.now() - readAt > freshForMs) await toEnd();
    },
  };
}

interface FollowKeys {
  toEnd(): Promise<void>;
  /** Reads only if the last read is too old. */
  whenStale(): Promise<void>;
}

function createKeyMaker(
  log: EventLog,
  ring: KeyRing,
  wrapping: KeyObject,
  follow: FollowKeys,
): DataKeys['sealingKeys'] {
  const making = new Map<string, Promise<DataKey>>();

  /** Makes the keys with one append; concurrent calls for the same subject share it. */
  function make(subjects: readonly string[]): void {
    const keys = subjects.map(makeDataKey);
    const appended = log.append(keys.map((key) => keyRecord(wrapping, key)));
    for (const key of keys) {
      const made = appended.then(() => {
        ring.add(key);
        return key;
      });
      making.set(key.subject, made);
      made.catch(() => {}).finally(() => making.delete(key.subject));
    }
  }

  return async (subjects) => {
    const wanted = [...new Set(subjects)];
    const lacking = () => wanted.filter((subject) => ring.newestOf(subject) === undefined);
    await follow.whenStale();
    if (lacking().length > 0) {
      await follow.toEnd();
      if (wanted.some(ring.isErased)) throw new LogUnavailable('a subject of the append was erased');
      const unmade = lacking().filter((subject) => !making.has(subject));
      if (unmade.length > 0) make(unmade);
    }
    const keys = await Promise.all(wanted.map((subject) => ring.newestOf(subject) ?? making.get(subject)));
    return new Map(keys.flatMap((key) => (key === undefined ? [] : [[key.subject, key] as const])));
  };
}

function keyRecord(wrapping: KeyObject, dataKey: DataKey): LogEntry {
  const { subject, id } = dataKey;
  const wrapped = wrapDataKey(wrapping, dataKey).toString('base64');
  const about = { subject, source: 'hub', part: id } as const;
  const event = newEvent(dataKeyMade, about, { subject, key_id: id, wrapped });
  return logEntry(event, encodeEventValue(event), null);
}

function createKeyFinder(
  log: EventLog,
  ring: KeyRing,
  wrapping: KeyObject,
  follow: FollowKeys,
  keysMax: number,
): DataKeys['openingKeys'] {
  // A key is in the log before its first use, so an id that is not in the log now will never be.
  const destroyed = boundedCache<true>(keysMax);

  /** Finds keys that do not fit in the ring, by reading all of `hub.keys`. */
  async function searchLog(ids: ReadonlySet<string>, keys: Map<string, DataKey | Error>): Promise<void> {
    await readKeyStream(log, 0, (record) => {
      const { id } = keyNamedBy(record);
      if (!ids.has(id)) return;
      if (record.value === null) keys.delete(id);
      else keys.set(id, unwrapRecord(wrapping, record));
    });
  }

  return async (ids) => {
    const keys = new Map<string, DataKey | Error>();
    const takeKnown = () => {
      for (const id of ids) {
        const key = ring.byId(id);
        if (key !== undefined) keys.set(id, key);
      }
      return new Set([...ids].filter((id) => !keys.has(id) && !destroyed.has(id)));
    };
    if (ids.size > 0) await follow.whenStale();
    if (takeKnown().size === 0) return keys;
    await follow.toEnd();
    const unknown = takeKnown();
    if (unknown.size > 0 && ring.hasForgotten()) await searchLog(unknown, keys);
    for (const id of unknown) if (!keys.has(id)) destroyed.set(id, true);
    return keys;
  };
}
