/**
 * For non-negative integers. At most 2^53 - 1: every sum below is exact (rules/input.md#bounds).
 */
export function cappedSumOfProducts(pairs: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (const [left, right] of pairs) sum += left * right;
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** `min` and `max` are included. */
export function integerWithinOrNull(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null;
}
