import { describe, expect, test } from 'vitest';
import { accountsOfName, hasLostName, type NameCandidate, nameLostAt } from './account-names.ts';

const account = (id: string, fields: Partial<NameCandidate> = {}): NameCandidate => ({
  id,
  nameKey: 'teal wader',
  namedAt: 1,
  ownerId: 'quill',
  contributorIds: [],
  haHash: null,
  dinkHash: null,
  ...fields,
});

describe('an account has lost its name', () => {
  const first = account('a1', { haHash: 'h1' });
  test.each([
    ['to a later character of the owner', account('a2', { haHash: 'h2', namedAt: 2 }), true],
    ['to no earlier character', account('a2', { haHash: 'h2', namedAt: 0 }), false],
    ['to no account that may be the same character', account('a2', { dinkHash: 'd2', namedAt: 2 }), false],
    ['to no account without a hash', account('a2', { namedAt: 2 }), false],
    ['to no account of another member', account('a2', { haHash: 'h2', namedAt: 2, ownerId: 'bram' }), false],
    ['to no account without an owner', account('a2', { haHash: 'h2', namedAt: 2, ownerId: null }), false],
  ])('%s', (_, other, lost) => {
    expect(hasLostName(first, [first, other])).toBe(lost);
  });

  test('at the time of the first account that took it', () => {
    const takers = [5, 3].map((namedAt) => account(`a${namedAt}`, { haHash: `h${namedAt}`, namedAt }));
    expect(nameLostAt(first, [first, ...takers])).toBe(3);
    expect(nameLostAt(first, [first])).toBeNull();
  });

  test('to an account with a hash, when it has no hash itself', () => {
    const named = account('a1');
    expect(hasLostName(named, [named, account('a2', { dinkHash: 'd2', namedAt: 2 })])).toBe(true);
  });
});

describe('a name of a member', () => {
  const contributed = account('a1', { haHash: 'h1', ownerId: 'bram', contributorIds: ['quill'] });
  const owned = account('a2', { haHash: 'h2' });
  const ids = (accounts: readonly NameCandidate[], source: 'name' | 'ha_hash' | 'dink_hash') =>
    accountsOfName(accounts, { source, memberId: 'quill' }).map(({ id }) => id);

  test('means the member’s own account rather than an account of somebody else', () => {
    expect(ids([contributed, owned], 'name')).toEqual(['a2']);
    expect(ids([contributed], 'name')).toEqual(['a1']);
  });

  test('means several accounts for a hash of another source, but no account that already has a hash of this source', () => {
    expect(ids([contributed, owned], 'dink_hash')).toEqual(['a1', 'a2']);
    expect(ids([contributed, owned], 'ha_hash')).toEqual([]);
  });
});
