import { describe, expect, it } from 'vitest';
import { cappedSumOfProducts, integerWithinOrNull } from './integers.ts';

describe('cappedSumOfProducts', () => {
  it('is exact up to 2^53 - 1', () => {
    expect(
      cappedSumOfProducts([
        [3, 3_002_399_751_580_330],
        [1, 1],
      ]),
    ).toBe(9_007_199_254_740_991);
  });

  it('saturates at 2^53 - 1', () => {
    expect(cappedSumOfProducts([[2_147_483_647, 2_147_483_647]])).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('integerWithinOrNull', () => {
  it.each([0, 3, 7])('accepts %d', (value) => {
    expect(integerWithinOrNull(value, 0, 7)).toBe(value);
  });

  it.each([-1, 8, 1.5, '3', null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('refuses %j', (value) => {
    expect(integerWithinOrNull(value, 0, 7)).toBeNull();
  });
});
