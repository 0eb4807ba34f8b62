import { describe, expect, test } from 'vitest';
import { directoryAfter, directoryOf } from '../../testing/directory-of.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { liveAndRebuilt } from '../../testing/live-and-rebuilt.ts';
import { bram, type Given, given, id, quill, recordedAt, start, tess } from '../../testing/membership.ts';

const account: readonly Given[] = [
  given.member(quill, 'Quill', { chat_id: '42' }),
  given.member(bram, 'Bram'),
  given.identity('a1', quill, { name: 'Quill Fen' }),
  given.description('a1', 'Quill Fen'),
  given.identity('a2', quill, { source: 'dink_hash', name: 'Quill Fen' }),
  given.identity('a1', bram),
  given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram] }),
];

const hidden = { category: 'stats' as const, audience: 'private' as const, with: [] };

describe('an erased account', () => {
  test('is gone with its identities and verdicts', () => {
    const tables = fold(...account, given.eraseAccount('a1', 'a2'));
    expect([...tables.accounts.values(), ...tables.identities.values()]).toEqual([]);
    const subjects = [...tables.verdicts.values()].map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([quill, bram, 'hub'].sort());
    expect(directoryOf(...account, given.eraseAccount('a1', 'a2')).erased).toEqual(new Set(['a1', 'a2']));
  });

  test('takes no records that come late', () => {
    const erased = fold(...account, given.eraseAccount('a1', 'a2'));
    const later = fold(
      ...account,
      given.eraseAccount('a1', 'a2'),
      given.identity('a1', bram),
      given.identity('a2', quill, { source: 'dink_hash' }),
      given.description('a1', 'Quill Fen'),
      given.sharing('a1', { category: 'stats', audience: 'guild', with: [] }),
    );
    expect([...later.accounts.values()]).toEqual([]);
    expect([...later.verdicts.values()]).toHaveLength([...erased.verdicts.values()].length);
  });

  test('starts again from nothing under another id', () => {
    const again = given.identity('a3', bram, { external_id: 'hash of a1', name: 'Quill Fen' });
    const { accounts } = fold(...account, given.eraseAccount('a1', 'a2'), again);
    expect([...accounts.values()]).toMatchObject([
      { id: 'a3', ownerId: bram, contributorIds: [], sharing: { stats: { audience: 'guild' } } },
    ]);
  });

  test('leaves the same rows when its records can no longer be opened', () => {
    const kept = [given.member(quill, 'Quill', { chat_id: '42' }), given.member(bram, 'Bram')];
    const [live, replayed] = [
      fold(...account, given.eraseAccount('a1', 'a2')),
      fold(...kept, given.eraseAccount('a1', 'a2')),
    ];
    for (const name of ['accounts', 'identities', 'devices', 'keys'] as const) {
      expect([...replayed[name].values()]).toEqual([...live[name].values()]);
    }
  });
});

describe('an erased member', () => {
  const owned: readonly Given[] = [
    ...account,
    given.identity('a4', quill, { external_id: 'alone' }),
    given.identity('a5', tess),
    given.sharing('a4', { category: 'stats', audience: 'selected', with: [quill, bram] }),
    given.block('a4', bram),
    given.code(quill, 'code'),
    given.pairing(id(11), 'code', quill),
    given.key(21, quill),
  ];

  test('is gone with devices, codes, keys and verdicts', () => {
    const tables = fold(...owned, given.eraseMember(quill));
    expect([...tables.members.values()].map((member) => member.id)).toEqual([bram]);
    for (const name of ['devices', 'pairingCodes', 'keys'] as const) {
      expect([...tables[name].values()]).toEqual([]);
    }
    expect([...tables.verdicts.values()].filter(({ subject }) => subject === quill)).toEqual([]);
    const { devicesByTokenHash, keysByPrefix } = directoryOf(...owned, given.eraseMember(quill));
    expect([...devicesByTokenHash, ...keysByPrefix]).toEqual([]);
  });

  test('leaves accounts to the contributor linked longest, or without an owner, and keeps their sharing', () => {
    const { accounts, identities } = fold(...owned, given.eraseMember(quill));
    expect(accounts.get('a1')).toMatchObject({ ownerId: bram, contributorIds: [] });
    expect(accounts.get('a4')).toMatchObject({
      ownerId: null,
      sharing: { stats: { audience: 'selected', with: [bram] } },
    });
    expect([...identities.values()].filter(({ memberIds }) => memberIds.includes(quill))).toEqual([]);
  });

  test('is in no sharing any more, even when others were named later', () => {
    const share = (...named: string[]) =>
      given.sharing('a1', { category: 'stats', audience: 'selected', with: named });
    const tables = fold(...owned, share(tess), share(), given.eraseMember(tess), given.eraseMember(quill));
    const text = JSON.stringify([...tables.accounts.values()].map(({ sharing }) => sharing));
    expect([quill, tess].filter((member) => text.includes(member))).toEqual([]);
  });

  test('takes no records that come late', () => {
    const tables = fold(
      ...owned,
      given.eraseMember(quill),
      given.member(quill, 'Quill'),
      given.key(22, quill),
      given.identity('a9', quill),
    );
    expect(tables.members.get(quill)).toBeUndefined();
    expect([...tables.keys.values()]).toEqual([]);
    expect(tables.accounts.get('a9')).toBeUndefined();
  });

  test.each([
    ['was erased', [given.eraseMember(quill)]],
    ['left, then was erased', [given.leaving(quill), given.identity('a6', quill), given.eraseMember(quill)]],
  ])('who %s leaves the same rows when their records can no longer be opened', (_how, end) => {
    const history = [...owned, ...end];
    const readable = history.map((event, offset) => [event, offset] as const);
    const live = foldAt(readable);
    const replayed = foldAt(readable.filter(([event]) => event.subject !== quill));
    expect(replayed).toEqual(live);
  });
});

describe('a member who is erased with accounts', () => {
  const owned: readonly Given[] = [
    ...account,
    given.identity('a4', quill, { external_id: 'alone', name: 'Black Rail' }),
    given.identity('a6', quill, { source: 'dink_hash', external_id: 'second', name: 'Black Rail' }),
    given.description('a4', 'Black Rail'),
    given.identity('a5', bram),
  ];
  const others: Readonly<Record<string, string[]>> = { a4: ['a6'] };
  const listed = (...ids: readonly string[]) => ids.map((id) => ({ account_id: id, ids: others[id] ?? [] }));

  test('takes along only the listed accounts that nobody else owns or reports', () => {
    const erasure = given.eraseMember(quill, { accounts: listed('a1', 'a4', 'a5') });
    const { accounts, identities } = fold(...owned, erasure);
    expect([...accounts.values()].map(({ id, ownerId }) => [id, ownerId])).toEqual([
      ['a1', bram],
      ['a5', bram],
    ]);
    expect([...identities.values()].map(({ accountId }) => accountId)).not.toContain('a4');
    const { erased } = directoryOf(...owned, erasure);
    expect(erased).toEqual(new Set([quill, 'a4', 'a6']));
  });

  test('leaves an account without an owner when it is not listed', () => {
    const { accounts } = fold(...owned, given.eraseMember(quill));
    expect(accounts.get('a4')).toMatchObject({ name: 'Black Rail', ownerId: null });
  });

  test('takes along an account that has had no owner since the member left', () => {
    const erasure = given.eraseMember(quill, { accounts: listed('a4') });
    expect(fold(...owned, given.leaving(quill), erasure).accounts.get('a4')).toBeUndefined();
  });

  test('leaves the same rows when the records can no longer be opened', () => {
    const erasure = given.eraseMember(quill, { accounts: listed('a4') });
    const { live, rebuilt } = liveAndRebuilt(...owned, given.sharing('a4', hidden), erasure);
    expect(rebuilt).toEqual(live);
    // The first erasure leaves account `a1`, which Bram also reports.
    const twice = liveAndRebuilt(
      ...owned,
      given.eraseMember(quill, { accounts: listed('a1', 'a4') }),
      given.eraseAccount('a1', 'a2'),
    );
    expect(twice.rebuilt).toEqual(twice.live);
  });

  test('takes nothing along when the erasure of the last admin is refused', () => {
    const erasure = given.eraseMember(quill, { accounts: listed('a4') });
    expect(verdictOn([...owned, given.admin(quill), erasure])).toBe('last_admin');
    expect(fold(...owned, given.admin(quill), erasure).accounts.get('a4')).toMatchObject({ ownerId: quill });
  });
});

test('a decision on a parked record is kept for each projection', () => {
  const { parkedDecisions } = fold(given.dropParkedRecord(id(7), 'xp-history', 'wealth-days'));
  expect([...parkedDecisions.values()]).toMatchObject([
    { projection: 'xp-history', recordId: id(7), decision: 'drop', recordOffset: 3 },
    { projection: 'wealth-days', recordId: id(7), decision: 'drop', recordOffset: 3 },
  ]);
});

describe('a transfer', () => {
  test('makes another member the owner, and the earlier owner the next contributor', () => {
    const { accounts } = fold(...account, given.transfer('a1', bram));
    expect(accounts.get('a1')).toMatchObject({
      ownerId: bram,
      contributorIds: [quill],
      sharing: { stats: { audience: 'selected', with: [bram] } },
      changedAt: start + account.length * 1_000,
    });
  });

  test('to nobody leaves the account without an owner until it is given to somebody', () => {
    const nobodys = [...account, given.transfer('a1', null)];
    expect(fold(...nobodys).accounts.get('a1')).toMatchObject({
      ownerId: null,
      contributorIds: [quill, bram],
      changedAt: start + account.length * 1_000,
    });
    const back = fold(...nobodys, given.leaving(bram), given.transfer('a1', quill));
    expect(back.accounts.get('a1')).toMatchObject({ ownerId: quill, contributorIds: [] });
  });

  test('needs the account and a member who has not left', () => {
    expect(verdictOn([...account, given.transfer('a9', bram)])).toBe('unknown_account');
    expect(verdictOn([...account, given.leaving(bram), given.transfer('a1', bram)])).toBe('member_left');
  });
});

describe('a block', () => {
  test('ends contributing, and another report links nothing until the block is lifted', () => {
    const blocked = [...account, given.block('a1', bram), given.identity('a1', bram)];
    expect(fold(...blocked).accounts.get('a1')).toMatchObject({ contributorIds: [], blockedIds: [bram] });
    const lifted = fold(...blocked, given.block('a1', bram, false), given.identity('a1', bram));
    expect(lifted.accounts.get('a1')).toMatchObject({ contributorIds: [bram], blockedIds: [] });
  });

  test('is refused for the owner', () => {
    expect(verdictOn([...account, given.block('a1', quill)])).toBe('owner_blocked');
  });
});

function foldAt(records: readonly (readonly [Given, number])[]) {
  const { members, accounts, identities, keysByPrefix, devicesByTokenHash, erased } = directoryAfter(
    records.map(([event, offset]) => recordedAt(event, offset, start + offset * 1_000)),
  );
  const accountsOnly = [...accounts].map(([accountId, account]) => [
    accountId,
    { ...account, lastOffset: 0 },
  ]);
  return { members, accountsOnly, identities, keysByPrefix, devicesByTokenHash, erased };
}
