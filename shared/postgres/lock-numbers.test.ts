import { expect, it } from 'vitest';
import { lockNumbers } from './lock-numbers.ts';

it('gives each lock its own number', () => {
  const { build: _, ...single } = lockNumbers;
  expect(new Set(Object.values(single)).size).toBe(Object.keys(single).length);
});
