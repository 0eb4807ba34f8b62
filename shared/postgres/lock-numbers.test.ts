import { expect, it } from 'vitest';
import { lockNumbers } from './lock-numbers.ts';

it('gives each lock a number of its own', () => {
  const { build: _, ...single } = lockNumbers;
  expect(new Set(Object.values(single)).size).toBe(Object.keys(single).length);
});
