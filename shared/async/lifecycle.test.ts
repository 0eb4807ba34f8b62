import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

test('closes everything once, the latest first, and closes later additions at once', async () => {
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

test('announces the closing once, before anything is closed', async () => {
  const lifecycle = createLifecycle();
  const heard: string[] = [];
  lifecycle.onClosing(() => void heard.push('told'));
  lifecycle.onClose(() => void heard.push('first closed'));
  lifecycle.onClose(() => void heard.push('last closed'));
  await Promise.all([lifecycle.close(), lifecycle.close()]);
  lifecycle.onClosing(() => void heard.push('told late'));
  expect(heard).toEqual(['told', 'last closed', 'first closed', 'told late']);
});

test('stops waiting for a part that exceeds the time for each, and closes the others', async () => {
  const lifecycle = createLifecycle();
  const closed: string[] = [];
  const late = Promise.withResolvers<void>();
  lifecycle.onClose(() => void closed.push('first'));
  lifecycle.onClose(() => late.promise);
  lifecycle.onClose(() => new Promise(() => {}));
  lifecycle.onClose(async () => {
    await setTimeout(20);
    closed.push('last');
  });
  await lifecycle.close({ eachWithinMs: 200 });
  expect(closed).toEqual(['last', 'first']);
  // An unhandled rejection would fail this file.
  late.reject(new Error('the connection timed out'));
  await setTimeout(20);
});
