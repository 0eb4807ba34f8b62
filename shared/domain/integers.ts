const largest = BigInt(Number.MAX_SAFE_INTEGER);

/** The sum of products, exact up to 2^53 - 1 and held there: two stacks at the largest price exceed what a number holds. */
export function sumProducts(pairs: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (const [left, right] of pairs) {
    sum += left * right;
    if (!Number.isSafeInteger(sum)) return exactSum(pairs);
  }
  return sum;
}

function exactSum(pairs: readonly (readonly [number, number])[]): number {
  const sum = pairs.reduce((total, [left, right]) => total + BigInt(left) * BigInt(right), 0n);
  return Number(sum > largest ? largest : sum);
}

/** The number as an integer within [min, max], or null when it is none: what a plugin sends is never trusted. */
export function integerWithin(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null;
}
