import { expect, test } from 'vitest';
import { directoryOf } from '../testing/directory-of.ts';
import { bram, type Given, given, quill, tess } from '../testing/membership.ts';
import { accountsLeftBehind } from './accounts-left-behind.ts';

const guild: readonly Given[] = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.member(tess, 'Tess'),
  given.identity('alone', quill),
  given.identity('shared', quill),
  given.identity('shared', bram),
  given.identity('others', bram),
  given.identity('others', quill),
];

function leftBehind(...events: readonly Given[]) {
  const { withoutOwner, passedOn } = accountsLeftBehind(directoryOf(...guild, ...events), quill);
  return {
    withoutOwner: withoutOwner.map(({ id }) => id).sort(),
    passedOn: passedOn.map(({ account, heirId }) => [account.id, heirId]),
  };
}

test('accounts that nobody else reports are left without an owner, and the others pass to a contributor', () => {
  expect(leftBehind()).toEqual({ withoutOwner: ['alone'], passedOn: [['shared', bram]] });
});

test('accounts of a member who left are found by the member’s first report of them', () => {
  expect(leftBehind(given.leaving(quill))).toEqual({ withoutOwner: ['alone'], passedOn: [] });
  const allLeft = [given.leaving(quill), given.leaving(bram)];
  expect(leftBehind(...allLeft)).toEqual({ withoutOwner: ['alone', 'shared'], passedOn: [] });
});

test('accounts are sorted by name, in whatever order the directory has them', () => {
  const names = ['Teal Rail', 'Grey Rail'];
  const seen = names.flatMap((name) => [given.identity(name, tess), given.description(name, name)]);
  const directory = directoryOf(...guild, ...seen);
  const reversed = { ...directory, accounts: new Map([...directory.accounts].reverse()) };
  for (const copy of [directory, reversed]) {
    const { withoutOwner } = accountsLeftBehind(copy, tess);
    expect(withoutOwner.map(({ name }) => name)).toEqual(['Grey Rail', 'Teal Rail']);
  }
});

test('an account that was given to somebody else no longer counts for the member', () => {
  expect(leftBehind(given.transfer('alone', tess))).toEqual({
    withoutOwner: [],
    passedOn: [['shared', bram]],
  });
});
