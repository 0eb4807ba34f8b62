import { expect, test } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

test('closes everything once, the latest first, and at once what comes too late', async () => {
  const lifecycle = createLifecycle();
  const closed: string[] = [];
  lifecycle.onClose(() => void closed.push('first'));
  lifecycle.onClose(() => {
    closed.push('second');
    throw new Error('it does not close');
  });
  await expect(lifecycle.close()).rejects.toThrow('could not close everything');
  expect(closed).toEqual(['second', 'first']);
  lifecycle.onClose(() => void closed.push('late'));
  expect(closed).toEqual(['second', 'first', 'late']);
  await expect(lifecycle.close()).rejects.toThrow();
  expect(closed.length).toBe(3);
});
