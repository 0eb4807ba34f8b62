import { expect, it } from 'vitest';
import { lockNumbers, pairLockNumbers } from './lock-numbers.ts';

it.each([lockNumbers, pairLockNumbers])('gives each lock its own number', (numbers) => {
  expect(new Set(Object.values(numbers)).size).toBe(Object.keys(numbers).length);
});
