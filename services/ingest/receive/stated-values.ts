/** What was last stated to the log under some keys, at most `max` of them. Times are monotonic ms. */
export interface StatedValues {
  /** Whether the same value, whatever its `at`, was stated less than `silenceMs` ago. */
  has(key: string, data: unknown, silenceMs: number, now: number): boolean;
  /** @param order of the statement: an earlier one whose append ends later does not overwrite a later one */
  add(key: string, data: unknown, now: number, order: number): void;
}

interface Entry {
  readonly data: unknown;
  readonly statedAt: number;
  readonly order: number;
}

/** Keys beyond `max` are not remembered, so their values are stated each time. */
export function createStatedValues(max: number): StatedValues {
  const entries = new Map<string, Entry>();
  return {
    has: (key, data, silenceMs, now) => {
      const entry = entries.get(key);
      return entry !== undefined && now - entry.statedAt < silenceMs && isSame(entry.data, data);
    },
    add: (key, data, now, order) => {
      const entry = entries.get(key);
      if (entry === undefined ? entries.size < max : entry.order < order) {
        entries.set(key, { data, statedAt: now, order });
      }
    },
  };
}

/** Compares two plain values of one shape; a hash of each would cost several times as much. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) && areSame(left, right);
  if (!isObject(left) || !isObject(right)) return false;
  for (const key in left) if (key !== 'at' && !isSame(left[key], right[key])) return false;
  return true;
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (!isSame(left[index], right[index])) return false;
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
