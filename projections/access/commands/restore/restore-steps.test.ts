import { describe, expect, test } from 'vitest';
import { type Audience, maskOf } from '../../../../shared/domain/category.ts';
import { sharingOf } from '../../model/sharing.ts';
import { keyOf } from '../../testing/directory-of.ts';
import { bram, type Given, given, id, quill, recorded, start, tess } from '../../testing/membership.ts';
import { restored } from '../../testing/restored.ts';

const guild = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.identity('a1', quill),
  given.identity('a1', bram),
  given.identity('a2', bram),
];

/** The backup has `guild` and `before`, and `later` came after the backup. */
function restoredGuild(before: readonly Given[], later: readonly Given[]) {
  const events = [...guild, ...before, ...later];
  const made = restored(recorded(events), guild.length + before.length);
  expect(made.left).toEqual([]);
  return made;
}

describe('a key', () => {
  const reachAfter = (before: Given, later: Given) => {
    const { now } = restoredGuild([before], [later]);
    const { categories, accountIds, expiresAt, revoked } = keyOf(now, id(7));
    return { categories, accounts: accountIds && [...accountIds], expiresAt, revoked };
  };

  test('stays narrow after its rights were narrowed', () => {
    const wide = given.key(7, quill, { categories: ['stats', 'events'] });
    const narrow = { categories: ['stats'], accounts: ['a2'], expires_at: start + 9 } as const;
    const kept = { ...narrow, categories: [...narrow.categories], accounts: [...narrow.accounts] };
    expect(reachAfter(wide, given.changeApiKey(7, kept))).toEqual({
      ...{ categories: maskOf(['stats']), accounts: ['a2'], expiresAt: start + 9, revoked: false },
    });
  });

  test('keeps the rights in the backup when they were widened later, and the restore appends nothing', () => {
    const narrow = given.key(7, null, { categories: ['stats'], accounts: ['a2'], expires_at: start + 9 });
    const wide = given.changeApiKey(7, { categories: ['stats', 'events'], accounts: null, expires_at: null });
    expect(restoredGuild([narrow], [wide]).appended).toEqual([]);
  });

  test('keeps only the rights that it had both before and after a change, until the earlier expiry', () => {
    const before = given.key(7, null, {
      ...{ categories: ['stats', 'events'], accounts: ['a1', 'a2'], expires_at: start + 8 },
    });
    const later = given.changeApiKey(7, {
      ...{ categories: ['events', 'activity'], accounts: ['a2', 'a3'], expires_at: start + 9 },
    });
    expect(reachAfter(before, later)).toEqual({
      ...{ categories: maskOf(['events']), accounts: ['a2'], expiresAt: start + 8, revoked: false },
    });
  });

  test('reads nothing when a change kept none of its accounts, and is revoked when a change kept none of its categories', () => {
    const before = given.key(7, null, { categories: ['stats'], accounts: ['a1'] });
    expect(reachAfter(before, given.changeApiKey(7, { accounts: ['a2'] }))).toMatchObject({
      ...{ accounts: [], revoked: false },
    });
    expect(reachAfter(before, given.changeApiKey(7, { categories: ['events'] }))).toMatchObject({
      ...{ accounts: ['a1'], revoked: true },
    });
  });

  test('stays bound to an account that is not in the backup', () => {
    const later = given.changeApiKey(7, { accounts: ['a9'] });
    expect(reachAfter(given.key(7, null), later)).toMatchObject({ accounts: ['a9'], revoked: false });
  });
});

describe('an account', () => {
  const ofA1 = (before: readonly Given[], ...later: Given[]) =>
    restoredGuild(before, later).now.accounts.get('a1');

  test('belongs to the member of the backup to whom it was given', () => {
    expect(ofA1([], given.transfer('a1', bram))).toMatchObject({ ownerId: bram, contributorIds: [quill] });
  });

  test('has no owner when it was given to somebody who is not in the backup', () => {
    const given1 = [given.member(tess, 'Tess'), given.transfer('a1', tess)];
    expect(ofA1([], ...given1)).toMatchObject({ ownerId: null, contributorIds: [quill, bram] });
    expect(ofA1([], ...given1, given.leaving(quill))).toMatchObject({
      ownerId: null,
      contributorIds: [bram],
    });
    expect(ofA1([], ...given1, given.eraseMember(quill))).toMatchObject({ ownerId: null });
  });

  test('does not pass to a blocked contributor after its owner left', () => {
    const later = [given.block('a1', bram), given.leaving(quill)];
    expect(ofA1([], ...later)).toMatchObject({ ownerId: null, contributorIds: [], blockedIds: [bram] });
  });

  test('keeps blocks that were set, and also blocks that were lifted later', () => {
    expect(ofA1([], given.block('a1', bram))).toMatchObject({ contributorIds: [], blockedIds: [bram] });
    const lifted = ofA1([given.block('a1', bram)], given.block('a1', bram, false));
    expect(lifted).toMatchObject({ blockedIds: [bram] });
    const taken = ofA1([], given.transfer('a1', bram), given.block('a1', quill));
    expect(taken).toMatchObject({ ownerId: bram, contributorIds: [], blockedIds: [quill] });
  });
});

describe('a bank', () => {
  const bank = (audience: Audience, ...members: string[]) =>
    given.sharing('a1', { category: 'bank', audience, with: members });
  const bankAfter = (before: readonly Given[], later: readonly Given[]) => {
    const { now, appended } = restoredGuild(before, later);
    const account = now.accounts.get('a1');
    const { audience, with: members } = sharingOf(account ?? { sharing: {} as never }, 'bank');
    return [audience, [...members], appended.length];
  };

  test('stays private when nobody shared it, whatever else is shared', () => {
    const stats = given.sharing('a1', { category: 'stats', audience: 'guild', with: [] });
    expect(bankAfter([], [stats])).toEqual(['private', [], 0]);
    expect(bankAfter([], [bank('guild')])).toEqual(['private', [], 0]);
  });

  test('stays shared, but not with members whom the lost hub removed', () => {
    expect(bankAfter([bank('guild')], [])).toEqual(['guild', [], 0]);
    expect(bankAfter([bank('guild')], [bank('private')])).toEqual(['private', [], 1]);
    expect(bankAfter([bank('guild')], [bank('selected', bram)])).toEqual(['selected', [bram], 1]);
    expect(bankAfter([bank('selected', bram)], [bank('guild')])).toEqual(['selected', [bram], 0]);
    expect(bankAfter([bank('selected', bram)], [bank('private')])).toEqual(['private', [], 1]);
  });
});

describe('a chat id', () => {
  const stolen = given.changeMember(quill, { chat_id: 'stolen' });
  const chatIdsAfter = (...later: Given[]) => {
    const { members } = restoredGuild([stolen], later).now;
    return [quill, bram].map((member) => members.get(member)?.chatId ?? null);
  };

  test('stays when nobody removed it', () => {
    expect(chatIdsAfter(given.changeMember(quill, { name: 'Quill Fen' }))).toEqual(['stolen', null]);
  });

  test('is removed, and given to nobody, after it was removed, replaced or given to another member', () => {
    const taken = given.changeMember(quill, { chat_id: null });
    expect(chatIdsAfter(taken)).toEqual([null, null]);
    expect(chatIdsAfter(given.changeMember(quill, { chat_id: 'other' }))).toEqual([null, null]);
    expect(chatIdsAfter(taken, given.changeMember(bram, { chat_id: 'stolen' }))).toEqual([null, null]);
  });
});

test('a copy of keys from a release that did not save these rights narrows none of them', () => {
  const before = [given.key(7, quill), given.changeMember(quill, { chat_id: '42' })];
  const later = [
    given.changeApiKey(7, { accounts: [] }),
    given.transfer('a1', bram),
    given.block('a1', quill),
    given.changeMember(quill, { chat_id: null }),
  ];
  const records = recorded([...guild, ...before, ...later]);
  const unkept = { api_keys: [], accounts: [], chat_ids: [] };
  expect(restored(records, guild.length + before.length, unkept).appended).toEqual([]);
});
