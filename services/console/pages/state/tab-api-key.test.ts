import { expect, test } from 'vitest';
import { hasApiKey, takeTabApiKey } from './tab-api-key.ts';

const key = 'hub_4fK2mQ9xTz_0123456789abcdefghijABCDEFGHIJ0123456789abcd';

test('a key in the fragment is moved into the tab and out of the address', () => {
  const { places, replaced, stored } = openTab(`#key=${key}`);
  expect(takeTabApiKey(places)).toEqual({ key, earlier: null, isAddressKeyMalformed: false });
  expect(replaced).toEqual(['/events?types=loot']);
  expect([...stored.values()]).toEqual([key]);
  expect(takeTabApiKey(openTab('', stored).places).key).toBe(key);
});

test('a malformed key is not kept, and is removed from the address too', () => {
  const { places, replaced, stored } = openTab('#key=<script>');
  expect(takeTabApiKey(places)).toEqual({ key: null, earlier: null, isAddressKeyMalformed: true });
  expect([replaced.length, stored.size]).toEqual([1, 0]);
});

test('a fragment without a key stays', () => {
  const { places, replaced } = openTab('#content');
  expect(takeTabApiKey(places).key).toBeNull();
  expect(replaced).toEqual([]);
});

test('a tab keeps its key when the address has no valid key, and remembers it when another key replaces it', () => {
  const stored = new Map<string, string>();
  takeTabApiKey(openTab(`#key=${key}`, stored).places);
  const malformed = takeTabApiKey(openTab('#key=hub_half', stored).places);
  expect(malformed).toEqual({ key, earlier: null, isAddressKeyMalformed: true });
  const other = `${key}x`;
  const replaced = takeTabApiKey(openTab(`#key=${other}`, stored).places);
  expect(replaced).toEqual({ key: other, earlier: key, isAddressKeyMalformed: false });
  expect(takeTabApiKey(openTab(`#key=${other}`, stored).places).earlier).toBeNull();
});

test('a fragment counts as a key even when the key is malformed or empty', () => {
  expect([`#key=${key}`, '#key=x', '#key=', '#content', ''].map(hasApiKey)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

function openTab(hash: string, stored = new Map<string, string>()) {
  const replaced: unknown[] = [];
  const places: Parameters<typeof takeTabApiKey>[0] = {
    location: { hash, pathname: '/events', search: '?types=loot' },
    history: { replaceState: (_state, _title, url) => replaced.push(url) },
    sessionStorage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => stored.set(name, value),
      removeItem: (name) => stored.delete(name),
    },
  };
  return { places, replaced, stored };
}
