import { expect, test } from 'vitest';
import { directoryOf, keyOf } from '../../../projections/access/testing/directory-of.ts';
import { bram, type Given, given, id, quill } from '../../../projections/access/testing/membership.ts';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { createReaders } from '../../../projections/access/visibility/readers.ts';
import { categories } from '../../../shared/domain/category.ts';
import {
  findNamedAccounts,
  findReadableAccount,
  listReadableAccounts,
  readableAccountIds,
} from './find-account.ts';

const guild = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  ...['a1', 'a2'].flatMap((account) => [given.identity(account, quill), given.description(account, account)]),
  given.sharing('a2', { category: 'stats', audience: 'private', with: [] }),
];

function readerOf(key: Parameters<typeof given.key>[2], ...events: readonly Given[]): Reader {
  const directory = directoryOf(...guild, ...events, given.key(1, bram, key));
  return createReaders().readerOf(directory, keyOf(directory, id(1)));
}

const whole = { categories: [...categories] };
const idsOf = (found: ReturnType<typeof listReadableAccounts>) => found.map(({ account }) => account.id);

test('lists only accounts whose category is readable', () => {
  const reader = readerOf(whole);
  expect(idsOf(listReadableAccounts(reader, 'stats'))).toEqual(['a1']);
  expect(idsOf(listReadableAccounts(reader, 'events'))).toEqual(['a1', 'a2']);
  expect(idsOf(listReadableAccounts(readerOf({ categories: ['events'] }), 'stats'))).toEqual([]);
});

test('an account is found only in a category that is readable', () => {
  const reader = readerOf(whole);
  expect(findReadableAccount(reader, 'a2', 'events').account.id).toBe('a2');
  for (const [account, category] of [
    ['a2', 'stats'],
    ['unknown', 'events'],
  ] as const) {
    expect(() => findReadableAccount(reader, account, category)).toThrow('Account not found.');
    expect(() => findNamedAccounts(reader, ['a1', account], category)).toThrow('Account not found.');
  }
});

test('the list of ids is left out only when the key reads all accounts of the hub', () => {
  expect(readableAccountIds(readerOf(whole), 'events')).toBeNull();
  expect(readableAccountIds(readerOf(whole), 'stats')).toEqual(['a1']);
  expect(readableAccountIds(readerOf({ ...whole, accounts: ['a2'] }), 'events')).toEqual(['a2']);
  // The hub has an account that the key does not see.
  const hidden = categories.map((category) =>
    given.sharing('a2', { category, audience: 'private', with: [] }),
  );
  expect(readableAccountIds(readerOf(whole, ...hidden), 'events')).toEqual(['a1']);
});

test('user keys may name ten accounts in a request, and service keys fifty', () => {
  const reader = readerOf(whole);
  const named = (times: number) => Array.from({ length: times }, () => 'a1');
  expect(findNamedAccounts(reader, named(10), 'events')).toHaveLength(10);
  expect(() => findNamedAccounts(reader, named(11), 'events')).toThrow();
  expect(() => findNamedAccounts(reader, [], 'events')).toThrow();
  const service = { ...reader, key: { ...reader.key, kind: 'service' as const } };
  expect(findNamedAccounts(service, named(50), 'events')).toHaveLength(50);
  expect(() => findNamedAccounts(service, named(51), 'events')).toThrow();
});
