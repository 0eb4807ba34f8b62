import { describe, expect, test } from 'vitest';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { bram, given, quill, start, tess } from '../../testing/membership.ts';

describe('names of members', () => {
  test('are taken while their member is active, and are compared as in the game', () => {
    const added = given.member(quill, 'Quill Fen');
    expect(verdictOn([added, given.member(bram, 'quill_FEN ')])).toBe('name_taken');
    expect(verdictOn([added, given.leaving(quill), given.member(bram, 'Quill Fen')])).toBe('granted');
  });

  test('stay as they are when the wanted name is taken', () => {
    const events = [
      given.member(quill, 'Quill'),
      given.member(bram, 'Bram'),
      given.changeMember(bram, { name: 'QUILL' }),
    ];
    expect(verdictOn(events)).toBe('name_taken');
    expect(fold(...events).members.get(bram)?.name).toBe('Bram');
  });

  test('can be changed to another spelling by their member', () => {
    expect(verdictOn([given.member(quill, 'Quill'), given.changeMember(quill, { name: 'QUILL' })])).toBe(
      'granted',
    );
  });
});

describe('a changed member', () => {
  test('keeps fields that were not named, and a new time zone changes nothing for others', () => {
    const { members } = fold(
      given.member(quill, 'Quill', { chat_id: '42' }),
      given.changeMember(quill, { time_zone: 'Europe/Paris' }),
    );
    expect(members.get(quill)).toMatchObject({
      name: 'Quill',
      chatId: '42',
      timeZone: 'Europe/Paris',
      changedAt: start,
    });
  });

  test('keeps the default sharing that the member chose, which changes nothing for others', () => {
    const chosen = { inventory: 'private', stats: 'guild' } as const;
    const { members } = fold(
      given.member(quill, 'Quill'),
      given.member(bram, 'Bram'),
      given.changeMember(quill, { default_sharing: chosen }),
      given.changeMember(quill, { time_zone: 'Europe/Paris' }),
    );
    expect(members.get(quill)).toMatchObject({ defaultSharing: chosen, changedAt: start });
    expect(members.get(bram)?.defaultSharing).toBeNull();
  });

  test('changes for others when the chat id changes', () => {
    const { members } = fold(
      given.member(quill, 'Quill', { chat_id: '42' }),
      given.changeMember(quill, { chat_id: null }),
    );
    expect(members.get(quill)).toMatchObject({ chatId: null, changedAt: start + 1_000 });
  });

  test('must exist and must not have left', () => {
    expect(verdictOn([given.changeMember(quill, { name: 'Q' })])).toBe('unknown_member');
    const left = [given.member(quill, 'Quill'), given.leaving(quill)];
    expect(verdictOn([...left, given.changeMember(quill, { name: 'Q' })])).toBe('member_left');
  });
});

describe('when a member leaves', () => {
  const reportedByAll = [
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram'),
    given.member(tess, 'Tess'),
    given.identity('a1', quill),
    given.identity('a1', tess),
    given.identity('a1', bram),
  ];

  test('they no longer contribute to an account without an owner either', () => {
    const orphan = [
      given.member(quill, 'Quill'),
      given.member(bram, 'Bram'),
      given.identity('a1', quill),
      given.leaving(quill),
      given.identity('a1', bram),
    ];
    expect(fold(...orphan).accounts.get('a1')).toMatchObject({ ownerId: null, contributorIds: [bram] });
    const left = fold(...orphan, given.leaving(bram)).accounts.get('a1');
    expect(left).toMatchObject({ ownerId: null, contributorIds: [] });
  });

  test('the contributor linked longest owns the accounts', () => {
    const { accounts } = fold(...reportedByAll, given.leaving(quill));
    expect(accounts.get('a1')).toMatchObject({
      ownerId: tess,
      contributorIds: [bram],
      changedAt: start + 6_000,
    });
  });

  test('a contributor who left earlier does not become the owner', () => {
    const { accounts } = fold(...reportedByAll, given.leaving(tess), given.leaving(quill));
    expect(accounts.get('a1')).toMatchObject({ ownerId: bram, contributorIds: [] });
  });

  test('an account without contributors keeps its sharing and has no owner', () => {
    const sharing = given.sharing('a1', { category: 'inventory', audience: 'private', with: [] });
    const { accounts } = fold(
      given.member(quill, 'Quill'),
      given.identity('a1', quill),
      sharing,
      given.leaving(quill),
    );
    expect(accounts.get('a1')).toMatchObject({
      ownerId: null,
      sharing: { inventory: { audience: 'private' } },
    });
  });

  test('a member who reports an account without an owner contributes, but does not own it', () => {
    const { accounts } = fold(
      given.member(quill, 'Quill'),
      given.member(bram, 'Bram'),
      given.identity('a1', quill),
      given.leaving(quill),
      given.identity('a1', bram),
    );
    expect(accounts.get('a1')).toMatchObject({ ownerId: null, contributorIds: [bram] });
  });

  test('a second leave is granted and changes nothing', () => {
    const { members } = fold(given.member(quill, 'Quill'), given.leaving(quill), given.leaving(quill));
    expect(members.get(quill)).toMatchObject({ active: false, changedAt: start + 1_000 });
  });
});

describe('chat ids', () => {
  const asked = { chat_id: '42', chat_id_checked: true } as const;

  test('belong to one active member', () => {
    const owned = given.member(quill, 'Quill', asked);
    expect(verdictOn([owned, given.member(bram, 'Bram', asked)])).toBe('chat_id_taken');
    const bramWithout = given.member(bram, 'Bram');
    expect(verdictOn([owned, bramWithout, given.changeMember(bram, asked)])).toBe('chat_id_taken');
    expect(verdictOn([owned, given.changeMember(quill, asked)])).toBe('granted');
    expect(verdictOn([owned, given.leaving(quill), given.member(bram, 'Bram', asked)])).toBe('granted');
    expect(
      verdictOn([owned, given.changeMember(quill, { chat_id: null }), given.member(bram, 'Bram', asked)]),
    ).toBe('granted');
  });

  test('from older records, which were not checked, stay with all members who have them', () => {
    const before = [
      given.member(quill, 'Quill', { chat_id: '42' }),
      given.member(bram, 'Bram', { chat_id: '42' }),
    ];
    expect([...fold(...before).members.values()].map(({ chatId }) => chatId)).toEqual(['42', '42']);
    expect(verdictOn([...before, given.changeMember(bram, { name: 'Bram Oak' })])).toBe('granted');
    expect(verdictOn([...before, given.member(tess, 'Tess', asked)])).toBe('chat_id_taken');
  });
});
