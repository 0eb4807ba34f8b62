import type { KeyObject } from 'node:crypto';
import { boundedCache } from '../../collections/bounded-cache.ts';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../event-log.ts';
import { keyStreamEvent } from './key-stream.ts';
import { type DataKey, unwrapDataKey } from './sealing.ts';

/** The data keys from `hub.keys`, in bounded memory. */
export interface KeyRing {
  /** Applies a record of `hub.keys`; records that are not about data keys are ignored. */
  take(record: LogRecord): void;
  add(key: DataKey): void;
  /** The key, or an error when the key in the log cannot be used; undefined when it is not in memory. */
  byId(id: string): DataKey | Error | undefined;
  /** The newest key of a subject, with which new records are sealed. */
  newestOf(subject: string): DataKey | undefined;
  /** Whether a key of the subject was destroyed; then no other key may be made for it. */
  isErased(subject: string): boolean;
  /** Whether keys were evicted, so that a key that is not in memory may still be in the log. */
  hasForgotten(): boolean;
}

/** A record whose key nobody asked for yet: to unwrap those of 10,000 subjects is most of a second of a start. */
interface Wrapped {
  readonly record: LogRecord;
}

export function createKeyRing(wrapping: KeyObject, max: number): KeyRing {
  let forgotten = false;
  const keys = boundedCache<DataKey | Wrapped | Error>(max, {
    dispose: (_key, _id, reason) => {
      if (reason === 'evict') forgotten = true;
    },
  });
  /** The id of the newest key of a subject. */
  const newest = boundedCache<string>(max);
  const erased = boundedCache<true>(max);

  function add(key: DataKey): void {
    keys.set(key.id, key);
    newest.set(key.subject, key.id);
  }

  function byId(id: string): DataKey | Error | undefined {
    const known = keys.get(id);
    if (known === undefined || !('record' in known)) return known;
    const key = unwrapRecord(wrapping, known.record);
    keys.set(id, key);
    return key;
  }

  /** One that cannot be used counts as none: new records get another. */
  function newestOf(subject: string): DataKey | undefined {
    const id = newest.get(subject);
    const key = id === undefined ? undefined : byId(id);
    return key instanceof Error ? undefined : key;
  }

  function take(record: LogRecord): void {
    if (record.type !== dataKeyMade.type) return;
    const { subject, id } = keyNamedBy(record);
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
    hasForgotten: () => forgotten,
  };
}

/** The key in a record, or an error when it cannot be used; not thrown, so that one bad record does not hide the others. */
export function unwrapRecord(wrapping: KeyObject, record: LogRecord): DataKey | Error {
  try {
    const { subject, key_id, wrapped } = dataKeyMade.schema.parse(keyStreamEvent(record)?.data);
    return unwrapDataKey(wrapping, subject, key_id, Buffer.from(wrapped, 'base64'));
  } catch (error) {
    return new Error('a data key in the log cannot be unwrapped', { cause: error });
  }
}

/** Record keys of `hub.keys` are `subject/key id`. */
export function keyNamedBy({ key }: LogRecord): { readonly subject: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { subject: key.slice(0, Math.max(slash, 0)), id: key.slice(slash + 1) };
}
