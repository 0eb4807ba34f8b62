import { expect, test } from 'vitest';
import { onceFor } from './once-for.ts';

test('computes once for an object, also a value of 0, and again for an equal object', () => {
  let computed = 0;
  const sizeOf = onceFor((list: readonly number[]) => {
    computed += 1;
    return list.length;
  });
  const list: readonly number[] = [];
  expect([sizeOf(list), sizeOf(list), computed]).toEqual([0, 0, 1]);
  expect([sizeOf([1]), sizeOf([1]), computed]).toEqual([1, 1, 3]);
});
