import { describe, expect, test } from 'vitest';
import { type ComparedAccount, findTwins } from './twin-accounts.ts';

const account = (id: string, fields: Partial<ComparedAccount> = {}): ComparedAccount => ({
  id,
  name: 'Black Rail',
  nameKey: 'black rail',
  namedAt: 1,
  ownerId: 'quill',
  contributorIds: [],
  haHash: null,
  dinkHash: null,
  ...fields,
});

const real = account('a1', { haHash: 'h1', namedAt: 2 });
const pairs = (...accounts: readonly ComparedAccount[]) =>
  findTwins(accounts).map(({ twin, original }) => [twin.id, original.id]);

describe('a twin is the account without a hash', () => {
  test.each<[string, readonly ComparedAccount[], readonly (readonly string[])[]]>([
    ['of a member whose account with a hash has the name', [real, account('a2')], [['a2', 'a1']]],
    ['in any order of the accounts', [account('a2'), real], [['a2', 'a1']]],
    [
      'of an account that only Dink knows',
      [account('a1', { dinkHash: 'd1' }), account('a2')],
      [['a2', 'a1']],
    ],
    ['and not an account with a hash', [real, account('a2', { dinkHash: 'd2' })], []],
    ['and not the only account of a name', [real, account('a2', { name: 'Fen', nameKey: 'fen' })], []],
    ['and not of another member', [real, account('a2', { ownerId: 'bram' })], []],
    ['and not without an owner', [real, account('a2', { ownerId: null })], []],
    ['and not one of two accounts without a hash', [account('a1'), account('a2')], []],
    ['and not before a report named it', [real, account('a2', { name: null })], []],
    [
      'of a member who also reports the account of another member',
      [account('a1', { haHash: 'h1', ownerId: 'bram', contributorIds: ['quill'] }), account('a2')],
      [['a2', 'a1']],
    ],
  ])('%s', (_, accounts, expected) => {
    expect(pairs(...accounts)).toEqual(expected);
  });

  test('of the account that has the name now, and not of an earlier account', () => {
    const earlier = account('a0', { haHash: 'h0', namedAt: 1 });
    expect(pairs(earlier, real, account('a2', { namedAt: 0 }))).toEqual([['a2', 'a1']]);
  });

  test('of the account of the same owner, when several members have the name', () => {
    const ofBram = account('a0', { haHash: 'h0', ownerId: 'bram', contributorIds: ['quill'] });
    expect(pairs(ofBram, account('a1', { dinkHash: 'd1' }), account('a2'))).toEqual([['a2', 'a1']]);
  });
});
