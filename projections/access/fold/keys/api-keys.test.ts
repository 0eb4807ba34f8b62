import { describe, expect, test } from 'vitest';
import { maskOf } from '../../../../shared/domain/category.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { bram, given, id, quill, start } from '../../testing/membership.ts';

const member = given.member(quill, 'Quill');
const tenKeys = [member, ...Array.from({ length: 10 }, (_, index) => given.key(index + 1, quill))];

describe('a member', () => {
  test('holds at most 10 active keys', () => {
    expect(verdictOn(tenKeys)).toBe('granted');
    expect(verdictOn([...tenKeys, given.key(11, quill)])).toBe('too_many_keys');
  });

  test('may have another key after one key was revoked or expired', () => {
    expect(verdictOn([...tenKeys, given.revokeApiKey(3), given.key(11, quill)])).toBe('granted');
    const expired = [...tenKeys, given.changeApiKey(3, { expires_at: start + 1 }), given.key(11, quill)];
    expect(verdictOn(expired)).toBe('granted');
  });

  test('cannot make an expired key valid again beyond the limit', () => {
    const full = [...tenKeys, given.changeApiKey(3, { expires_at: start + 1 }), given.key(11, quill)];
    expect(verdictOn([...full, given.changeApiKey(3, { expires_at: null })])).toBe('too_many_keys');
  });

  test('does not count the keys of other members and service keys', () => {
    const other = given.member(bram, 'Bram');
    expect(verdictOn([...tenKeys, other, given.key(11, bram)])).toBe('granted');
    expect(verdictOn([...tenKeys, given.key(11, null)])).toBe('granted');
  });

  test('must exist and be active to have a key', () => {
    expect(verdictOn([given.key(1, quill)])).toBe('unknown_member');
    expect(verdictOn([member, given.leaving(quill), given.key(1, quill)])).toBe('member_left');
  });
});

describe('a key', () => {
  test('has its own prefix', () => {
    expect(verdictOn([member, given.key(1, quill), given.key(2, quill, { prefix: 'prefix0001' })])).toBe(
      'prefix_taken',
    );
  });

  test('changes only the named fields, and only a change of its rights changes what it reads', () => {
    const named = fold(member, given.key(1, quill), given.changeApiKey(1, { name: 'map' })).keys.get(id(1));
    expect(named).toMatchObject({ name: 'map', categories: maskOf(['stats']), changedAt: start + 1_000 });
    const widened = fold(
      member,
      given.key(1, quill, { accounts: ['a1'] }),
      given.changeApiKey(1, { categories: ['events'], accounts: null }),
    ).keys.get(id(1));
    expect(widened).toMatchObject({
      name: 'key 1',
      categories: maskOf(['events']),
      accountIds: null,
      changedAt: start + 2_000,
    });
  });

  test('is revoked permanently', () => {
    const revoked = [member, given.key(1, quill), given.revokeApiKey(1)];
    expect(fold(...revoked).keys.get(id(1))?.revoked).toBe(true);
    expect(verdictOn([...revoked, given.changeApiKey(1, { name: 'again' })])).toBe('key_revoked');
    expect(verdictOn([given.revokeApiKey(1)])).toBe('unknown_key');
  });
});
