/**
 * The sum of products of non-negative integers, at most 2^53 - 1: the largest stack at the largest
 * price exceeds the exact range of a number. Every sum below this maximum is exact (decisions.md,
 * What comes in).
 */
export function sumProducts(pairs: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (const [left, right] of pairs) sum += left * right;
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/**
 * The value if it is an integer from `min` to `max`, otherwise null. For untrusted values of
 * plugins.
 */
export function integerWithin(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null;
}
