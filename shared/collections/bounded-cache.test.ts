import { expect, test } from 'vitest';
import { boundedCache } from './bounded-cache.ts';

test('removes the least recently used entry', () => {
  const forgotten: string[] = [];
  const cache = boundedCache<string>(2, { dispose: (_value, key) => void forgotten.push(key) });
  cache.set('a', '1');
  cache.set('b', '2');
  cache.get('a');
  cache.set('c', '3');
  expect([...cache.keys()].sort()).toEqual(['a', 'c']);
  expect(forgotten).toEqual(['b']);
});
