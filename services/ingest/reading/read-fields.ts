import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { nameKey, nameLengthMax, storableText, withPlainSpaces } from '../../../shared/domain/text.ts';

// The bounds are in rules/input.md#bounds. An unusable field is null.

const coordinateMax = 16_383;
const planeMax = 3;

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

/** `current` may exceed `max` (boosts). */
export interface SentGauge {
  readonly current: number;
  readonly max: number;
}

export function readGauge(sent: { readonly [Key in keyof SentGauge]?: unknown }): SentGauge | null {
  const current = integerWithinOrNull(sent.current, 0, quantityMax);
  const max = integerWithinOrNull(sent.max, 0, quantityMax);
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
