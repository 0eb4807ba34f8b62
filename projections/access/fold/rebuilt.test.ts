import { expect, test } from 'vitest';
import { verdictOn } from '../testing/fold-history.ts';
import { liveAndRebuilt } from '../testing/live-and-rebuilt.ts';
import { bram, type Given, given, quill, tess } from '../testing/membership.ts';

/** What a rebuild reads after an erasure, in which the records of whoever was erased cannot be opened. */
const guild: readonly Given[] = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.member(tess, 'Tess'),
  given.identity('a1', quill, { name: 'Quill Fen' }),
  given.identity('a1', tess),
];
const erasure = given.memberErasure(bram);
/** How Bram is gone: what comes before a change that names him, and what after it. */
const gone: readonly (readonly [string, readonly Given[], readonly Given[]])[] = [
  ['left and is erased later', [given.leaving(bram)], [erasure]],
  ['was erased', [erasure], []],
  ['left and was erased', [given.leaving(bram), erasure], []],
];
const sharedWithBoth = given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram, tess] });

test.each(gone)('an account is not transferred to a member who %s', (_how, before, after) => {
  const transfer = [...guild, given.leaving(quill), ...before, given.transfer('a1', bram)];
  expect(verdictOn(transfer)).toBe('member_left');
  const { live, rebuilt } = liveAndRebuilt(...transfer, ...after);
  expect(live.accounts).toMatchObject([{ id: 'a1', ownerId: tess }]);
  expect(rebuilt).toEqual(live);
});

test('an account without an owner passes to nobody by a transfer that was refused', () => {
  const { live, rebuilt } = liveAndRebuilt(
    ...guild.slice(0, 4),
    given.leaving(quill),
    given.identity('a1', tess),
    given.leaving(bram),
    given.transfer('a1', bram),
    erasure,
  );
  expect(live.accounts).toMatchObject([{ ownerId: null, contributorIds: [tess] }]);
  expect(rebuilt).toEqual(live);
});

test.each(gone)('sharing and blocks name no member who %s', (_how, before, after) => {
  const history = [...guild, ...before, sharedWithBoth, given.block('a1', bram)];
  const { live, rebuilt } = liveAndRebuilt(...history, ...after);
  expect(live.accounts).toMatchObject([{ blockedIds: [], sharing: { stats: { with: [tess] } } }]);
  expect(rebuilt).toEqual(live);
});
