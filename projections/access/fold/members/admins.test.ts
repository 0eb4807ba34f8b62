import { describe, expect, test } from 'vitest';
import type { AccessTables } from '../../tables/access-tables.ts';
import { directoryOf } from '../../testing/directory-of.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { bram, type Given, given, quill, tess } from '../../testing/membership.ts';

const guild: readonly Given[] = [given.member(quill, 'Quill'), given.member(bram, 'Bram')];
const one: readonly Given[] = [...guild, given.admin(quill)];
const two: readonly Given[] = [...one, given.admin(bram)];

describe('the last admin', () => {
  test.each([
    ['is not unmarked', given.admin(quill, false)],
    ['does not leave', given.leaving(quill)],
    ['is not erased', given.eraseMember(quill)],
  ])('%s', (_, input) => {
    expect(verdictOn([...one, input])).toBe('last_admin');
    expect(directoryOf(...one, input).admins).toEqual(new Set([quill]));
    expect(directoryOf(...one, input).members.get(quill)?.active).toBe(true);
    expect(verdictOn([...two, input])).toBe('granted');
    expect(directoryOf(...two, input).admins).toEqual(new Set([bram]));
  });

  test('is removed when a restore removes the mark again', () => {
    const even = { even_last_admin: true } as const;
    expect(verdictOn([...one, given.admin(quill, false, even)])).toBe('granted');
    for (const input of [given.leaving(quill), given.eraseMember(quill)]) {
      const restored = { ...input, data: { ...input.data, ...even } } as Given;
      expect(verdictOn([...one, restored])).toBe('granted');
      expect(directoryOf(...one, restored).admins).toEqual(new Set());
    }
  });

  test('does not matter in a guild without admins', () => {
    expect(verdictOn([...guild, given.leaving(quill)])).toBe('granted');
    expect(verdictOn([...guild, given.admin(quill, false)])).toBe('granted');
    expect(verdictOn([...guild, given.eraseMember(quill)])).toBe('granted');
  });
});

describe('the mark of an admin', () => {
  test('ends when its member leaves, and is not given to a member who left or was erased', () => {
    const left = [...two, given.leaving(quill)];
    expect(directoryOf(...left).admins).toEqual(new Set([bram]));
    expect(verdictOn([...left, given.admin(quill)])).toBe('member_left');
    expect(verdictOn([...two, given.eraseMember(quill), given.admin(quill)])).toBe('member_left');
  });

  test('leads to the same rows when the records of its member can no longer be opened', () => {
    // Quill may leave because Bram, who is erased later, is an admin.
    const hubs = [
      given.admin(quill),
      given.admin(bram),
      given.leaving(quill),
      given.admin(tess),
      given.eraseMember(bram),
    ];
    const closed = [given.member(quill, 'Quill'), given.member(tess, 'Tess')];
    const live = fold(given.member(bram, 'Bram'), ...closed, ...hubs);
    expect(live.verdicts.get(hubs[2]?.recordId ?? '')?.refusal).toBeNull();
    expect(rowsOf(fold(...closed, ...hubs))).toEqual(rowsOf(live));
  });
});

function rowsOf({ members, admins, verdicts }: AccessTables) {
  const marks = [...admins.values()].map(({ memberId, admin }) => [memberId, admin]);
  const hubs = [...verdicts.values()].filter(({ subject }) => subject === 'hub');
  return {
    active: [...members.values()].map(({ id, active }) => [id, active]),
    marks,
    refusals: hubs.map(({ recordId, refusal }) => [recordId, refusal]),
  };
}
