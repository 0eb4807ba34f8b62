import { isJsonObject } from '../../../../shared/domain/json-object.ts';

/** The values that were last appended, by name, at most `max`. Times are monotonic ms. */
export interface AppendedValues {
  /** Whether the value, with any `at`, was appended less than `repeatAfterMs` ago. */
  has(name: string, data: unknown, repeatAfterMs: number, now: number): boolean;
  /** Undefined for an unknown name. */
  get(name: string): unknown;
  /** @param order the number of the append: an earlier append that ends later overwrites nothing */
  add(name: string, data: unknown, now: number, order: number): void;
  /** Roughly the bytes in memory. */
  bytes(): number;
}

interface Entry {
  readonly data: unknown;
  readonly appendedAt: number;
  readonly order: number;
  readonly bytes: number;
}

/** Names over the limit are not remembered, so their values are appended each time. */
export function createAppendedValues(max: number): AppendedValues {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  return {
    has: (name, data, repeatAfterMs, now) => {
      const entry = entries.get(name);
      return entry !== undefined && now - entry.appendedAt < repeatAfterMs && isSame(entry.data, data);
    },
    get: (name) => entries.get(name)?.data,
    add: (name, data, now, order) => {
      const entry = entries.get(name);
      if (entry === undefined ? entries.size < max : entry.order < order) {
        const size = heldBytes(name) + heldBytes(data) + entryBytes;
        bytes += size - (entry?.bytes ?? 0);
        entries.set(name, { data, appendedAt: now, order, bytes: size });
      }
    },
    bytes: () => bytes,
  };
}

/** An entry of the map, with its `Entry` object and its number `bytes`. */
const entryBytes = 112;
const wordBytes = 8;
const beyondLatin1 = /[\u0100-\uffff]/;

/** Roughly the bytes of a plain value in V8's heap. */
function heldBytes(value: unknown): number {
  if (typeof value === 'string') return 3 * wordBytes + value.length * (beyondLatin1.test(value) ? 2 : 1);
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? 0 : 2 * wordBytes;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 4 * wordBytes;
  if (Array.isArray(value)) for (const element of value) bytes += wordBytes + heldBytes(element);
  else for (const key in value) bytes += wordBytes + heldBytes((value as Record<string, unknown>)[key]);
  return bytes;
}

/** For plain values of one shape. Hashes would cost several times as much. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) && areSame(left, right);
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  for (const key in left) if (key !== 'at' && !isSame(left[key], right[key])) return false;
  return true;
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (!isSame(left[index], right[index])) return false;
  return true;
}
