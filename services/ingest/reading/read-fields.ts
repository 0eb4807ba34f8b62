import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import {
  nameKey,
  nameLengthMax,
  storableText,
  textLengthMax,
  withPlainSpaces,
} from '../../../shared/domain/text.ts';

// The bounds are in rules/input.md#bounds. An unusable field is null.

const coordinateMax = 16_383;
const planeMax = 3;

/** An id, a quantity, a price or a count. Null for -1, which plugins send for an unknown id. */
export function readNumber(value: unknown): number | null {
  return integerWithinOrNull(value, 0, quantityMax);
}

export function readText(value: unknown, lengthMax: number = textLengthMax): string | null {
  return typeof value === 'string' ? storableText(value, lengthMax) : null;
}

/** Null also for a text without words. */
export function readWords(value: unknown, lengthMax?: number): string | null {
  const text = readText(value, lengthMax);
  return text === null || text.trim() === '' ? null : text;
}

export function readGameState(value: unknown): string | null {
  return value === '' ? null : readText(value);
}

export function readPlayerName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = withPlainSpaces(storableText(value, nameLengthMax)).trim();
  return nameKey(name) === '' ? null : name;
}

/** A plugin's salted SHA-224. The client's raw hash must never become an identity. */
export function readAccountHash(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{56}$/i.test(value) ? value.toLowerCase() : null;
}

export interface GamePlace {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

export function readPlace(sent: { readonly [Key in keyof GamePlace]?: unknown }): GamePlace | null {
  const x = integerWithinOrNull(sent.x, 0, coordinateMax);
  const y = integerWithinOrNull(sent.y, 0, coordinateMax);
  const plane = integerWithinOrNull(sent.plane, 0, planeMax);
  return x === null || y === null || plane === null ? null : { x, y, plane };
}

export interface BoatPlace extends GamePlace {
  /** Null in plugin versions without boats. */
  readonly is_on_boat: boolean | null;
}

/** `current` may exceed `max` (boosts). */
export interface SentGauge {
  readonly current: number;
  readonly max: number;
}

export function readGauge(sent: { readonly [Key in keyof SentGauge]?: unknown }): SentGauge | null {
  const [current, max] = [readNumber(sent.current), readNumber(sent.max)];
  return current === null || max === null ? null : { current, max };
}

export interface SentTime {
  /** Epoch ms. */
  readonly at: number;
  /** The text as it was sent, with all digits. */
  readonly text: string;
}

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 with a zone. */
export function readMoment(value: unknown): SentTime | null {
  if (typeof value !== 'string' || !isoMoment.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : { at, text: value };
}
