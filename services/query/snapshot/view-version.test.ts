import { expect, test } from 'vitest';
import { createViewVersion, entryDigest } from './view-version.ts';

test('the version of a view depends only on its set of entries, not on the order of changes', () => {
  const [a, b, c] = [entryDigest('a', '{}'), entryDigest('b', '{}'), entryDigest('c', '{}')];
  const one = createViewVersion();
  const other = createViewVersion();
  for (const digest of [a, b]) one.toggle(digest);
  for (const digest of [c, b, a, c]) other.toggle(digest);
  expect(one.text()).toBe(other.text());
  expect(one.text()).toMatch(/^[0-9a-f]{24}$/);
  one.toggle(a);
  expect(one.text()).not.toBe(other.text());
});

test('two accounts with the same content have different digests', () => {
  expect(entryDigest('a', '{}')).not.toEqual(entryDigest('b', '{}'));
});
