import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LogUnavailable } from '../errors.ts';
import { dataKeyMade } from '../events/data-key-made.ts';
import { newEvent } from '../events/event.ts';
import type { EventLog, LogEntry } from './event-log.ts';
import { encodeEventValue } from './event-value.ts';
import { createKeyRing, type KeyRing, keyNamedBy, unwrapRecord } from './key-ring.ts';
import { readKeyStream } from './key-stream.ts';
import { logEntry } from './log-entry.ts';
import { type DataKey, makeDataKey, wrapDataKey, wrappingKey } from './sealing.ts';

/** The data keys of `hub.keys`. Several processes may each make one for a subject; all of them open. */
export interface DataKeys {
  /**
   * A key for each subject; one that has none gets one, which is in the log before it is given out.
   * @throws LogUnavailable when a subject was erased: whoever states something of it has not heard yet
   */
  sealingKeys(subjects: Iterable<string>): Promise<ReadonlyMap<string, DataKey>>;
  /**
   * The keys of these ids, or why one in the log cannot be used; an id left out was destroyed. `hub.keys` is read to its
   * end where one is not known, and when that was last done half a second ago: a destroyed key opens nothing after that.
   */
  openingKeys(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey | Error>>;
}

interface DataKeysOptions {
  readonly log: EventLog;
  readonly hubSecret: Buffer;
  /** Kept in memory at most, about 650 bytes each; a hub has one for each account and member. */
  readonly keysMax?: number;
}

/** Erasure is to be in effect within a second, in processes that know the key too. */
const freshForMs = 500;

/** Reads `hub.keys` to its end. */
export async function openDataKeys(options: DataKeysOptions): Promise<DataKeys> {
  const { log, hubSecret, keysMax = 50_000 } = options;
  const wrapping = wrappingKey(hubSecret);
  const ring = createKeyRing(wrapping, keysMax);
  const follow = followKeys(log, ring);
  await follow.toEnd();
  return {
    sealingKeys: createKeyMaker(log, ring, wrapping, follow),
    openingKeys: createKeyFinder(log, ring, wrapping, follow, keysMax),
  };
}

/** Reads what was appended to `hub.keys` since; calls that come while a read is under way share the next one. */
function followKeys(log: EventLog, ring: KeyRing): FollowKeys {
  let next = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  let following: Promise<void> | undefined;

  const read = async () => {
    following = undefined;
    const startedAt = performance.now();
    next = await readKeyStream(log, next, ring.take);
    readAt = startedAt;
  };
  const toEnd = () => {
    following ??= reading.then(read, read);
    reading = following;
    return following;
  };
  return {
    toEnd,
    whenStale: async () => {
      if (performance.now() - readAt > freshForMs) await toEnd();
    },
  };
}

interface FollowKeys {
  toEnd(): Promise<void>;
  /** Reads only when the last read is too long ago. */
  whenStale(): Promise<void>;
}

function createKeyMaker(
  log: EventLog,
  ring: KeyRing,
  wrapping: KeyObject,
  follow: FollowKeys,
): DataKeys['sealingKeys'] {
  const making = new Map<string, Promise<DataKey>>();

  /** One append for all of them; calls that meet the same new subject share it. */
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
  // A key is in the log before its first use: an id that the log lacks at its end never comes.
  const destroyed = new LRUCache<string, true>({ max: keysMax });

  /** A key that the ring had no room for: all of `hub.keys` is read for it. */
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
