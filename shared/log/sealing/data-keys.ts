import type { KeyObject } from 'node:crypto';
import { batchCalls } from '../../async/batch-calls.ts';
import { boundedCache } from '../../collections/bounded-cache.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import { newEvent } from '../../events/event.ts';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { EventLog, LogEntry } from '../event-log.ts';
import { encodeEventValue } from '../records/event-value.ts';
import { logEntry } from '../records/log-entry.ts';
import { createDataKeyRing, type DataKeyRing, dataKeyNamedBy, unwrapDataKeyRecord } from './data-key-ring.ts';
import { readDataKeyStream } from './data-key-stream.ts';
import { createDataKey, type DataKey, wrapDataKey, wrappingKey } from './sealing.ts';

/** Several processes may create a data key for the same subject, and all of them work. */
export interface DataKeys {
  /**
   * A data key for each subject. New data keys are in the log before this returns.
   * @throws LogUnavailable when a subject was erased and the caller does not know yet
   */
  sealingKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, DataKey>>;
  /**
   * The data keys with these ids, or an error for a data key that cannot be used. A missing id was
   * destroyed.
   */
  openingKeys(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey | Error>>;
}

interface DataKeysOptions {
  readonly log: EventLog;
  readonly hubSecret: Buffer;
  /** In memory; a hub has one for each account and member. */
  readonly keysMax?: number;
}

/** An erasure must take effect within a second, also in processes that know the data key. */
const freshForMs = 900;

/** Reads `hub.keys` only when needed, because most commands use no data key. */
export function openDataKeys(options: DataKeysOptions): DataKeys {
  const { log, hubSecret, keysMax = 50_000 } = options;
  const wrapping = wrappingKey(hubSecret);
  const ring = createDataKeyRing(wrapping, keysMax);
  const follow = followKeys(log, ring);
  return {
    sealingKeys: createSealingKeys(log, ring, wrapping, follow),
    openingKeys: createOpeningKeys(log, ring, wrapping, follow, keysMax),
  };
}

/** Calls during a read share the next read. */
function followKeys(log: EventLog, ring: DataKeyRing): FollowKeys {
  let next = 0;
  let readAt = Number.NEGATIVE_INFINITY;

  const read = batchCalls(
    async (calls: readonly null[]) => {
      const startedAt = performance.now();
      next = await readDataKeyStream(log, next, ring.take);
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
  whenStale(): Promise<void>;
}

function createSealingKeys(
  log: EventLog,
  ring: DataKeyRing,
  wrapping: KeyObject,
  follow: FollowKeys,
): DataKeys['sealingKeys'] {
  const creating = new Map<string, Promise<DataKey>>();

  /** Concurrent calls for the same subject share the data key. */
  function create(subjects: readonly string[]): void {
    const keys = subjects.map(createDataKey);
    const appended = log.append(keys.map((key) => keyRecord(wrapping, key)));
    for (const key of keys) {
      const created = appended.then(() => {
        ring.add(key);
        return key;
      });
      creating.set(key.subject, created);
      created.catch(() => {}).finally(() => creating.delete(key.subject));
    }
  }

  return async (subjects) => {
    const wanted = [...new Set(subjects)];
    const lacking = () => wanted.filter((subject) => ring.newestOf(subject) === undefined);
    await follow.whenStale();
    if (lacking().length > 0) {
      await follow.toEnd();
      if (wanted.some(ring.isErased)) throw new LogUnavailable('a subject of the append was erased');
      const missing = lacking().filter((subject) => !creating.has(subject));
      if (missing.length > 0) create(missing);
    }
    const keys = await Promise.all(wanted.map((subject) => ring.newestOf(subject) ?? creating.get(subject)));
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

function createOpeningKeys(
  log: EventLog,
  ring: DataKeyRing,
  wrapping: KeyObject,
  follow: FollowKeys,
  keysMax: number,
): DataKeys['openingKeys'] {
  // A data key is in the log before its first use, so an id that the log lacks was destroyed.
  const destroyed = boundedCache<true>(keysMax);

  /** Finds data keys that do not fit into memory. */
  async function searchLog(ids: ReadonlySet<string>, keys: Map<string, DataKey | Error>): Promise<void> {
    await readDataKeyStream(log, 0, (record) => {
      const { id } = dataKeyNamedBy(record);
      if (!ids.has(id)) return;
      if (record.value === null) keys.delete(id);
      else keys.set(id, unwrapDataKeyRecord(wrapping, record));
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
    if (unknown.size > 0 && ring.hasEvicted()) await searchLog(unknown, keys);
    for (const id of unknown) if (!keys.has(id)) destroyed.set(id, true);
    return keys;
  };
}
