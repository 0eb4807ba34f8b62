import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { valueGpMax } from '../../../../shared/events/types/game-event-recorded.ts';
import { readNumber } from '../../reading/read-fields.ts';

/** A group of a regular expression. */
export const playerName = '(?<player>[A-Za-z0-9][A-Za-z0-9 _-]{0,11})';

export function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Without Discord's marks for text. */
export function plain(line: string): string {
  return line.replaceAll(/[*`]|~~|\|\||^#{1,3} /g, '').trim();
}

export function plainLines(text: string | null): string[] {
  return linesOf(text).map(plain);
}

/** `1,204`, within the bounds of a quantity. */
export function quantityOf(text: string | undefined): number | null {
  const digits = text?.replaceAll(',', '') ?? '';
  return /^\d{1,10}$/.test(digits) ? readNumber(Number(digits)) : null;
}

const magnitudes: Readonly<Record<string, number>> = { '': 1, K: 1_000, M: 1_000_000, B: 1_000_000_000 };

/**
 * Gp as plugins write it: `2,329,167`, `2.32M`. RuneLite cuts large amounts to three digits. Null
 * for other texts, and for an amount out of bounds.
 */
export function amountOf(text: string | undefined): number | null {
  const match = /^(\d[\d,]*(?:\.\d{1,3})?)([KMB]?)$/.exec(text?.trim() ?? '');
  if (match === null) return null;
  const [, digits = '', magnitude = ''] = match;
  const amount = Number(digits.replaceAll(',', '')) * (magnitudes[magnitude] ?? 1);
  return integerWithinOrNull(Math.round(amount), 0, valueGpMax);
}
