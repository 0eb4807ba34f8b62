import type { KeyObject } from 'node:crypto';
import { boundedCache } from '../../collections/bounded-cache.ts';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../event-log.ts';
import { dataKeyStreamEvent } from './data-key-stream.ts';
import { type DataKey, unwrapDataKey } from './sealing.ts';

/** The data keys from `hub.keys`, in bounded memory. */
export interface DataKeyRing {
  /** Ignores records that are not about data keys. */
  take(record: LogRecord): void;
  add(key: DataKey): void;
  /** An error for a data key that cannot be used; undefined when the data key is not in memory. */
  byId(id: string): DataKey | Error | undefined;
  newestOf(subject: string): DataKey | undefined;
  /** Whether a data key of the subject was destroyed. */
  isErased(subject: string): boolean;
  /** Whether the log may hold data keys that are not in memory. */
  hasEvicted(): boolean;
}

/** The data key is unwrapped at its first use: at its start, a process would unwrap thousands. */
interface Wrapped {
  readonly record: LogRecord;
}

export function createDataKeyRing(wrapping: KeyObject, max: number): DataKeyRing {
  let hasEvicted = false;
  const keys = boundedCache<DataKey | Wrapped | Error>(max, {
    dispose: (_key, _id, reason) => {
      if (reason === 'evict') hasEvicted = true;
    },
  });
  /** Ids by subject. */
  const newest = boundedCache<string>(max);
  const erased = boundedCache<true>(max);

  function add(key: DataKey): void {
    keys.set(key.id, key);
    newest.set(key.subject, key.id);
  }

  function byId(id: string): DataKey | Error | undefined {
    const known = keys.get(id);
    if (known === undefined || !('record' in known)) return known;
    const key = unwrapDataKeyRecord(wrapping, known.record);
    keys.set(id, key);
    return key;
  }

  /** A data key that cannot be used does not count: new records get another data key. */
  function newestOf(subject: string): DataKey | undefined {
    const id = newest.get(subject);
    const key = id === undefined ? undefined : byId(id);
    return key instanceof Error ? undefined : key;
  }

  function take(record: LogRecord): void {
    if (record.type !== dataKeyMade.type) return;
    const { subject, id } = dataKeyNamedBy(record);
    if (record.value === null) {
      keys.delete(id);
      newest.delete(subject);
      erased.set(subject, true);
      return;
    }
    keys.set(id, { record });
    newest.set(subject, id);
  }

  return {
    take,
    add,
    byId,
    newestOf,
    isErased: (subject) => erased.has(subject),
    hasEvicted: () => hasEvicted,
  };
}

/** Returns an error, so that one bad record does not hide the others. */
export function unwrapDataKeyRecord(wrapping: KeyObject, record: LogRecord): DataKey | Error {
  try {
    const { subject, key_id, wrapped } = dataKeyMade.schema.parse(dataKeyStreamEvent(record)?.data);
    return unwrapDataKey(wrapping, subject, key_id, Buffer.from(wrapped, 'base64'));
  } catch (error) {
    return new Error('a data key in the log cannot be unwrapped', { cause: error });
  }
}

/** Record keys of `hub.keys` are `subject/key id`. */
export function dataKeyNamedBy({ key }: LogRecord): { readonly subject: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { subject: key.slice(0, Math.max(slash, 0)), id: key.slice(slash + 1) };
}
