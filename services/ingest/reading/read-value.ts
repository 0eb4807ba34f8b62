import { isJsonObject } from '../../../shared/domain/json-object.ts';
import type { SkipKind } from './skip-counter.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A field that may be absent: null when it is, or when `read` cannot use it, which is counted. A wrong part never
 * costs more than itself (plugin-protocols.md, rules for all).
 */
export function readOptional<Value, Kind extends string>(
  value: unknown,
  kind: Kind,
  skip: SkipKind<Kind>,
  read: (value: unknown) => Value | null,
): Value | null {
  if (value === undefined || value === null) return null;
  const result = read(value);
  if (result === null) skip(kind);
  return result;
}

/**
 * The usable elements of a list, at most `max` looked at; null when it is no list, or when nothing of it could be
 * used: such a list must not pass for an empty one.
 */
export function readList<Element, Kind extends string>(
  value: unknown,
  max: number,
  kind: Kind,
  skip: SkipKind<Kind>,
  read: (element: unknown, index: number) => Element | null,
): Element[] | null {
  if (!Array.isArray(value)) return null;
  const usable: Element[] = [];
  const looked = Math.min(value.length, max);
  for (let index = 0; index < looked; index += 1) {
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

/** Numbers that a plugin writes as text (`"486"`), or as numbers. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : null;
}

/** A moment in epoch ms, whole. Whether it can be believed is for the clock correction to say. */
export function asMoment(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : null;
}
