import { isJsonObject } from '../../../../shared/domain/json-object.ts';

/** The values last appended to the log under some keys, at most `max` of them. Times are monotonic ms. */
export interface StatedValues {
  /** Whether the same value, whatever its `at`, was stated less than `silenceMs` ago. */
  has(key: string, data: unknown, silenceMs: number, now: number): boolean;
  /** @param order of the statement: an earlier one whose append ends later does not overwrite a later one */
  add(key: string, data: unknown, now: number, order: number): void;
  /** What it holds in memory, about. */
  bytes(): number;
}

interface Entry {
  readonly data: unknown;
  readonly statedAt: number;
  readonly order: number;
  readonly bytes: number;
}

/** Keys beyond `max` are not remembered, so their values are stated each time. */
export function createStatedValues(max: number): StatedValues {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  return {
    has: (key, data, silenceMs, now) => {
      const entry = entries.get(key);
      return entry !== undefined && now - entry.statedAt < silenceMs && isSame(entry.data, data);
    },
    add: (key, data, now, order) => {
      const entry = entries.get(key);
      if (entry === undefined ? entries.size < max : entry.order < order) {
        const size = heldBytes(key) + heldBytes(data) + entryBytes;
        bytes += size - (entry?.bytes ?? 0);
        entries.set(key, { data, statedAt: now, order, bytes: size });
      }
    },
    bytes: () => bytes,
  };
}

/** Bytes in memory of an entry of the map, with its `Entry` and the number in that. */
const entryBytes = 112;
const wordBytes = 8;
const beyondLatin1 = /[\u0100-\uffff]/;

/**
 * Roughly the bytes that a plain value takes in V8's heap: one or two for each unit of a string, a word for each field or
 * element.
 */
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

/** Compares two plain values of one shape; a hash of each would cost several times as much. */
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
