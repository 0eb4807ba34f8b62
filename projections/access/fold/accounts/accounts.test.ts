import { expect, test } from 'vitest';
import { type Audience, type Category, defaultCategories } from '../../../../shared/domain/category.ts';
import { sharingOf } from '../../model/sharing.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { bram, type Given, given, quill, start, tess } from '../../testing/membership.ts';

const account = [given.member(quill, 'Quill'), given.member(bram, 'Bram'), given.identity('a1', quill)];

test('a description changes the fields that it names and leaves the rest', () => {
  const { accounts } = fold(
    ...account,
    given.description('a1', 'Quill Fen', 2),
    given.description('a1', null, 3),
    given.description('a1', 'Quill F', null),
  );
  expect(accounts.get('a1')).toMatchObject({
    name: 'Quill F',
    nameKey: 'quill f',
    type: 3,
    changedAt: start + 5_000,
  });
});

test('a description without new values is no change, and a description of an unknown account changes nothing', () => {
  const described = given.description('a1', 'Quill Fen', 2);
  const { accounts } = fold(
    ...account,
    described,
    given.description('a1', 'Quill Fen', null),
    given.description('a9', 'Nobody'),
  );
  expect(accounts.get('a1')?.changedAt).toBe(start + 3_000);
  expect(accounts.get('a9')).toBeUndefined();
});

test('sharing changes one category, at its own time', () => {
  const { accounts } = fold(
    ...account,
    given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram, bram] }),
    given.sharing('a1', { category: 'events', audience: 'private', with: [bram] }),
  );
  expect(accounts.get('a1')).toMatchObject({
    changedAt: start + 2_000,
    sharing: {
      stats: { audience: 'selected', with: [bram], changedAt: start + 3_000 },
      events: { audience: 'private', with: [], changedAt: start + 4_000 },
      activity: { audience: 'guild', with: [], changedAt: start + 2_000 },
    },
  });
});

test('the bank is private until its owner shares it, even when all other categories are shared', () => {
  const shared = (category: Category, audience: Audience = 'guild') =>
    given.sharing('a1', { category, audience, with: [] });
  const bankAfter = (...events: Given[]) => {
    const row = fold(...account, ...events).accounts.get('a1');
    return row && sharingOf(row, 'bank');
  };
  expect(bankAfter(...defaultCategories.map((category) => shared(category)))).toMatchObject({
    ...{ audience: 'private', with: [], changedAt: 0 },
  });
  expect(bankAfter(shared('bank'))).toEqual({ audience: 'guild', with: [], changedAt: start + 3_000 });
  expect(bankAfter(shared('bank'), shared('bank', 'private'))?.audience).toBe('private');
});

test('sharing needs an existing account', () => {
  const change = { category: 'stats', audience: 'selected' } as const;
  expect(verdictOn([...account, given.sharing('a9', { ...change, with: [bram] })])).toBe('unknown_account');
});

test('sharing leaves out an erased member, and still names the others', () => {
  const shared = given.sharing('a1', { category: 'stats', audience: 'selected', with: [tess, bram] });
  const { accounts } = fold(...account, given.member(tess, 'Tess'), given.eraseMember(tess), shared);
  expect(accounts.get('a1')?.sharing.stats).toMatchObject({ audience: 'selected', with: [bram] });
});

test('a block leaves out an erased member, and is granted', () => {
  const erased = [...account, given.member(tess, 'Tess'), given.eraseMember(tess)];
  const block = given.block('a1', tess);
  expect(verdictOn([...erased, block])).toBe('granted');
  expect(fold(...erased, block).accounts.get('a1')?.blockedIds).toEqual([]);
});

test('a transfer ends the block of the new owner, and no other block', () => {
  const blocked = [...account, given.block('a1', bram), given.block('a1', tess)];
  const { accounts } = fold(...blocked, given.transfer('a1', bram));
  expect(accounts.get('a1')).toMatchObject({ ownerId: bram, blockedIds: [tess], contributorIds: [quill] });
});

test('a transfer to the owner is granted and changes nothing', () => {
  const { accounts } = fold(...account, given.transfer('a1', quill));
  expect(accounts.get('a1')).toMatchObject({
    ownerId: quill,
    contributorIds: [],
    changedAt: start + 2_000,
  });
});

test('a decommissioned hub remembers the time of its decommission', () => {
  const on = fold(given.decommission(true), given.decommission(true)).decommission.get('hub');
  expect(on).toMatchObject({ on: true, since: start });
  const off = fold(given.decommission(true), given.decommission(false)).decommission.get('hub');
  expect(off).toMatchObject({ on: false, since: start + 1_000 });
});
