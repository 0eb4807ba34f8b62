import { expect, test } from 'vitest';
import { directoryOf } from '../testing/directory-of.ts';
import { bram, type Given, given, quill, start, tess } from '../testing/membership.ts';
import { withChangeTimes } from './date-changes.ts';

const named = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.member(tess, 'Tess'),
  given.identity('a1', quill),
];
const guild = [
  ...named,
  given.identity('a1', tess),
  given.sharing('a1', { category: 'stats', audience: 'selected', with: [tess] }),
  given.sharing('a1', { category: 'events', audience: 'selected', with: [tess] }),
  given.sharing('a1', { category: 'events', audience: 'private', with: [] }),
  given.block('a1', tess),
];
const liveSince = start + 86_400_000;

/** The change time of `a1` after `next`, read as a whole, replaced `before`. */
function changedAt(before: readonly Given[], next: readonly Given[]): number | undefined {
  return withChangeTimes(directoryOf(...before), directoryOf(...next), liveSince).accounts.get('a1')
    ?.changedAt;
}

test('the change time of an account does not move with a change that no reader sees', () => {
  const own = directoryOf(...guild).accounts.get('a1')?.changedAt;
  expect(changedAt(guild, guild)).toBe(own);
  expect(changedAt(guild, [...guild, given.eraseMember(tess)])).toBe(own);
});

test.each([
  ['its name', given.description('a1', 'Quill Fen')],
  ['its owner', given.transfer('a1', bram)],
  ['who may read it', given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram] })],
])('the change time of an account moves when %s changes', (_, change) => {
  expect(changedAt(guild, [...guild, change])).toBe(liveSince);
});
