import { expect, test } from 'vitest';
import { createChangeRing } from './change-ring.ts';

test('gives each reader every account that changed since its own position, once', () => {
  const ring = createChangeRing();
  ring.add(['a', 'b']);
  const position = ring.end();
  ring.add(['b', 'c', 'b']);
  expect([...(ring.from(0) ?? [])]).toEqual(['a', 'b', 'c']);
  expect([...(ring.from(position) ?? [])]).toEqual(['b', 'c']);
  expect(ring.from(ring.end())?.size).toBe(0);
});

test('answers null when it no longer holds all changes since a position', () => {
  const ring = createChangeRing(3);
  ring.add(['a', 'b', 'c']);
  expect(ring.from(0)?.size).toBe(3);
  ring.add(['d']);
  expect(ring.from(0)).toBeNull();
  expect([...(ring.from(1) ?? [])]).toEqual(['b', 'c', 'd']);
});
