import { isJsonObject } from '../../../shared/domain/json-object.ts';
import type { SkipCounter } from './skip-counter.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a field that may be missing. An unusable field is counted and left out; the rest of the
 * report stays (plugin-protocols.md, rules for all).
 */
export function readOptional<Value, Kind extends string>(
  value: unknown,
  kind: Kind,
  skip: SkipCounter<Kind>,
  read: (value: unknown) => Value | null,
): Value | null {
  if (value === undefined || value === null) return null;
  const result = read(value);
  if (result === null) skip(kind);
  return result;
}

/**
 * Reads the usable elements of a list, at most `max`. Other elements are counted.
 * @returns null for a value that is no list, and for a list without usable elements. An empty list
 * means that the sent list was empty
 */
export function readList<Element, Kind extends string>(
  value: unknown,
  max: number,
  kind: Kind,
  skip: SkipCounter<Kind>,
  read: (element: unknown, index: number) => Element | null,
): Element[] | null {
  if (!Array.isArray(value)) return null;
  const usable: Element[] = [];
  const length = Math.min(value.length, max);
  for (let index = 0; index < length; index += 1) {
    const element = read(value[index], index);
    if (element !== null) usable.push(element);
  }
  skip(kind, value.length - usable.length);
  return usable.length === 0 && value.length > 0 ? null : usable;
}

export function asObject(value: unknown): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A number that a plugin writes as text (`"486"`) or as a number. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : null;
}

/** A time in whole epoch ms. The clock correction decides whether the time is plausible. */
export function asTime(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null;
}
