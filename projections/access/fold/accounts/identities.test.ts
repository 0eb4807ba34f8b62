import { describe, expect, test } from 'vitest';
import { categories } from '../../../../shared/domain/category.ts';
import { sharingOf } from '../../model/sharing.ts';
import type { AccessTables } from '../../tables/access-tables.ts';
import { fold } from '../../testing/fold-history.ts';
import { bram, type Given, given, quill, start } from '../../testing/membership.ts';

const members = [given.member(quill, 'Quill'), given.member(bram, 'Bram')];

function accountOf(tables: AccessTables, source: string, externalId: string): string | undefined {
  return tables.identities.get(`${source} ${externalId}`)?.accountId;
}

function nameSeen(accountId: string, memberId: string, name: string) {
  const externalId = `${memberId}/${name.toLowerCase()}`;
  return given.identity(accountId, memberId, { source: 'name', external_id: externalId, name });
}

function dinkSeen(accountId: string, memberId: string, name: string) {
  return given.identity(accountId, memberId, { source: 'dink_hash', external_id: `dink ${accountId}`, name });
}

describe('a new identity', () => {
  test('starts an account that its first reporter owns and shares with the guild by default', () => {
    const account = fold(...members, given.identity('a1', quill)).accounts.get('a1');
    expect(account).toMatchObject({
      name: null,
      type: null,
      haHash: 'hash of a1',
      firstSeen: start + 2_000,
      ownerId: quill,
      contributorIds: [],
    });
    expect(new Set(Object.values(account?.sharing ?? {}).map(({ audience }) => audience))).toEqual(
      new Set(['guild']),
    );
  });

  test('takes the default sharing that its record names', () => {
    const seen = given.identity('a1', quill, { default_sharing: { location_live: 'private' } });
    const account = fold(...members, seen).accounts.get('a1');
    expect(account?.sharing.location_live.audience).toBe('private');
    expect(account?.sharing.stats.audience).toBe('guild');
  });

  test('has a private bank, whatever the default sharing says', () => {
    const everything = Object.fromEntries(categories.map((category) => [category, 'guild' as const]));
    for (const defaults of [undefined, {}, everything]) {
      const seen = given.identity('a1', quill, defaults === undefined ? {} : { default_sharing: defaults });
      const account = fold(...members, seen).accounts.get('a1');
      expect(account && sharingOf(account, 'bank')).toMatchObject({ audience: 'private', with: [] });
    }
  });

  test('is first seen at the time that the plugin reports, but never later than its record', () => {
    const firstSeen = (seen_at: number) =>
      fold(...members, given.identity('a1', quill, { seen_at })).accounts.get('a1')?.firstSeen;
    expect(firstSeen(start - 86_400_000)).toBe(start - 86_400_000);
    expect(firstSeen(start + 86_400_000)).toBe(start + 2_000);
  });

  test('links nothing when its member left', () => {
    const left = fold(...members, given.leaving(quill), given.identity('a1', quill));
    expect([...left.identities.values()]).toEqual([]);
  });

  test.each(['a1', 'a2'])(
    'links nothing with the erased id %s, whatever subject its record has',
    (accountId) => {
      const late = { ...given.identity(accountId, quill), subject: 'hub' };
      const { accounts, identities } = fold(
        ...members,
        given.identity('a1', quill),
        given.eraseAccount('a1', 'a2'),
        late,
      );
      expect([...accounts.values(), ...identities.values()]).toEqual([]);
    },
  );

  test('links nothing when its member was erased, whatever subject its record has', () => {
    const late = { ...given.identity('a1', quill), subject: 'hub' };
    const { accounts, identities } = fold(...members, given.eraseMember(quill), late);
    expect([...accounts.values(), ...identities.values()]).toEqual([]);
  });
});

describe('a known identity', () => {
  test('keeps its first link, whatever account a later record computed', () => {
    const later = given.identity('a2', bram, { external_id: 'hash of a1' });
    const tables = fold(...members, given.identity('a1', quill), later);
    expect(accountOf(tables, 'ha_hash', 'hash of a1')).toBe('a1');
    expect(tables.accounts.get('a2')).toBeUndefined();
  });

  test('adds another reporting member as a contributor once, without a change to what keys read', () => {
    const { accounts, identities } = fold(
      ...members,
      given.identity('a1', quill),
      given.identity('a1', bram),
      given.identity('a1', bram),
    );
    expect(accounts.get('a1')).toMatchObject({
      ownerId: quill,
      contributorIds: [bram],
      changedAt: start + 2_000,
    });
    expect(identities.get('ha_hash hash of a1')?.memberIds).toEqual([quill, bram]);
  });
});

describe('a name', () => {
  test('attaches a new hash to the account that the same member reported under it', () => {
    const tables = fold(
      ...members,
      nameSeen('a1', quill, 'Quill Fen'),
      given.description('a1', 'Quill Fen'),
      given.identity('a2', quill, { name: 'quill_fen' }),
    );
    expect(accountOf(tables, 'ha_hash', 'hash of a2')).toBe('a1');
    expect(tables.accounts.get('a1')?.haHash).toBe('hash of a2');
  });

  test('finds the account that the same member reported earlier with a hash', () => {
    const tables = fold(
      ...members,
      given.identity('a1', quill, { name: 'Quill Fen' }),
      nameSeen('a2', quill, 'Quill Fen'),
    );
    expect(accountOf(tables, 'name', `${quill}/quill fen`)).toBe('a1');
  });

  test('joins two plugins of one member on one account', () => {
    const seen = given.identity('a1', quill, { name: 'Quill Fen' });
    const tables = fold(...members, seen, dinkSeen('a2', quill, 'Quill Fen'));
    expect(tables.accounts.get('a1')).toMatchObject({ haHash: 'hash of a1', dinkHash: 'dink a2' });
    expect(tables.accounts.get('a2')).toBeUndefined();
  });

  test('moves the change time of its account for a new hash only when readers see that hash', () => {
    const ha = given.identity('a1', quill, { name: 'Quill Fen' });
    const dink = dinkSeen('a2', quill, 'Quill Fen');
    const changedAt = (...seen: Given[]) => [...fold(...members, ...seen).accounts.values()][0]?.changedAt;
    expect(changedAt(ha, dink)).toBe(start + 2_000);
    expect(changedAt(dink, ha)).toBe(start + 3_000);
  });

  test('links nothing that another member reports', () => {
    const seen = given.identity('a1', quill, { name: 'Quill Fen' });
    const tables = fold(
      ...members,
      seen,
      given.description('a1', 'Quill Fen'),
      dinkSeen('a2', bram, 'Quill Fen'),
    );
    expect(accountOf(tables, 'dink_hash', 'dink a2')).toBe('a2');
    expect(tables.accounts.get('a1')?.contributorIds).toEqual([]);
  });

  test('never joins two hashes of one plugin', () => {
    const tables = fold(
      ...members,
      given.identity('a1', quill, { name: 'Quill Fen' }),
      given.identity('a2', quill, { name: 'Quill Fen' }),
    );
    expect([...tables.accounts.values()].map((account) => account.haHash).sort()).toEqual([
      'hash of a1',
      'hash of a2',
    ]);
  });

  test('finds no account that no longer has the name', () => {
    const tables = fold(
      ...members,
      given.identity('a1', quill, { name: 'Quill Fen' }),
      given.description('a1', 'Bram Moor'),
      dinkSeen('a2', quill, 'Quill Fen'),
    );
    expect(accountOf(tables, 'dink_hash', 'dink a2')).toBe('a2');
  });

  test('finds no account when several accounts have the name', () => {
    const tables = fold(
      ...members,
      given.identity('a1', quill, { name: 'Quill Fen' }),
      given.identity('a2', quill, { name: 'Quill Fen' }),
      dinkSeen('a3', quill, 'Quill Fen'),
    );
    expect(accountOf(tables, 'dink_hash', 'dink a3')).toBe('a3');
  });
});
