import { isJsonObject } from '../../../shared/domain/json-object.ts';
import type { SkipCounter, SkippedKind } from './skip-counter.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Null for a missing field. An unusable field is also counted (plugin-protocols.md, rules for all).
 */
export function readOptional<Value>(
  value: unknown,
  kind: SkippedKind,
  skip: SkipCounter,
  read: (value: unknown) => Value | null,
): Value | null {
  if (value === undefined || value === null) return null;
  const result = read(value);
  if (result === null) skip(kind);
  return result;
}

/**
 * Reads at most `max` elements. Other elements are counted.
 * @returns null for a value that is no list, and for a list with only unusable elements
 */
export function readList<Element>(
  value: unknown,
  max: number,
  kind: SkippedKind,
  skip: SkipCounter,
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

/** A plugin may write a number as text: `"486"`. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : null;
}

/** Whole epoch ms, perhaps implausible. */
export function asTime(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null;
}
