import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairingCodeLifeMs } from '../../../shared/domain/member.ts';
import { reportIdentity } from '../commands/accounts/report-identity.ts';
import { emptyTables } from '../tables/access-tables.ts';
import { directoryOf } from '../testing/directory-of.ts';
import { verdictOn } from '../testing/fold-history.ts';
import { liveAndRebuilt, liveAndRebuiltOf } from '../testing/live-and-rebuilt.ts';
import { bram, type Given, given, id, quill, recordedAt, start, tess } from '../testing/membership.ts';
import { type AccessEvent, evolve } from './evolve.ts';

const guild: readonly Given[] = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.member(tess, 'Tess'),
  given.identity('a1', quill, { name: 'Quill Fen' }),
  given.identity('a1', tess),
];
const erasure = given.eraseMember(bram);
/** As [how Bram is gone, events before a change that names Bram, events after the change]. */
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

test('a refused transfer gives an account without an owner to nobody', () => {
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

test.each([
  ['expired', given.decommission(true), pairingCodeLifeMs],
  ['was used', given.pairing(id(11), 'c', quill), 1],
])('a code that %s and was drawn again has no row after the second member is erased', (_how, end, after) => {
  const history = [...guild, given.code(quill, 'c'), end];
  const records = history.map((event, offset) => recordedAt(event, offset, start));
  const later = [given.code(bram, 'c'), given.code(tess, 'd'), erasure];
  const { live, rebuilt } = liveAndRebuiltOf([
    ...records,
    ...later.map((event, index) => recordedAt(event, history.length + index, start + after)),
  ]);
  expect(live.pairingCodes).not.toContainEqual(expect.objectContaining({ memberId: quill }));
  expect(rebuilt).toEqual(live);
});

test('an erasure keeps the open codes of other members', () => {
  const { live, rebuilt } = liveAndRebuilt(...guild, given.code(quill, 'c'), erasure);
  expect(live.pairingCodes).toMatchObject([{ memberId: quill }]);
  expect(rebuilt).toEqual(live);
});

test('a rebuild after erasures has the same codes, whatever codes members draw, use and let expire', () => {
  const members = [quill, bram, tess];
  const step = fc.record({
    what: fc.constantFrom('draw', 'draw', 'draw', 'pair', 'pair', 'leave', 'erase'),
    who: fc.constantFrom(...members),
    code: fc.constantFrom('c', 'd'),
    afterMs: fc.constantFrom(0, 1_000, pairingCodeLifeMs),
  });
  const property = fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
    let tables = emptyTables;
    const records: AccessEvent[] = [];
    let recordTime = start;
    const take = (event: Given) => {
      const record = recordedAt(event, records.length, recordTime);
      const after = evolve(tables, record);
      // Leaves out a refused draw: a rebuild cannot know the open codes of an erased member.
      if (after.verdicts.get(record.recordId)?.refusal === 'code_taken') return;
      records.push(record);
      tables = after;
    };
    for (const event of guild) take(event);
    for (const { what, who, code, afterMs } of steps) {
      recordTime += afterMs;
      const drawn = given.code(who, code);
      // The subject of a pairing is the member who drew the code.
      const drawnBy = tables.pairingCodes.get(drawn.data.code_hash)?.memberId;
      if (what === 'draw') take(drawn);
      else if (what === 'leave') take(given.leaving(who));
      else if (what === 'erase') take(given.eraseMember(who));
      else if (drawnBy !== undefined) take(given.pairing(id(100 + records.length), code, drawnBy));
    }
    const { live, rebuilt } = liveAndRebuiltOf(records);
    expect(rebuilt).toEqual(live);
  });
  fc.assert(property, { numRuns: 200 });
});

describe('a change that was refused because of the name or chat id of an erased member', () => {
  const had = { name: 'Quill', chat_id: null, time_zone: 'UTC', changed_at: start };
  const named = [...guild, given.changeMember(bram, { chat_id: '42', chat_id_checked: true })];

  test.each([
    ['name_taken', { name: 'bram', time_zone: 'Europe/Paris' }],
    ['chat_id_taken', { name: 'Quillon', chat_id: '42', chat_id_checked: true }],
  ] as const)('is granted by no rebuild: %s', (refusal, asked) => {
    const change = given.changeMember(quill, asked);
    expect(verdictOn([...named, change])).toBe(refusal);
    const told = given.refusedMemberChange(quill, { record_id: change.recordId, refusal, asked, kept: had });
    const before = liveAndRebuilt(...named, change, told);
    expect(before.rebuilt).toEqual(before.live);
    const { live, rebuilt } = liveAndRebuilt(...named, change, told, erasure);
    expect(live.members).toContainEqual(expect.objectContaining({ name: 'Quill', chatId: null }));
    expect(rebuilt).toEqual(live);
  });

  test('does not reset a later change', () => {
    const asked = { name: 'Bram', time_zone: 'Europe/Paris' };
    const change = given.changeMember(quill, asked);
    const { live, rebuilt } = liveAndRebuilt(
      ...named,
      change,
      given.changeMember(quill, { name: 'Quillon' }),
      given.refusedMemberChange(quill, {
        record_id: change.recordId,
        refusal: 'name_taken',
        asked,
        kept: had,
      }),
      erasure,
    );
    expect(live.members).toContainEqual(expect.objectContaining({ name: 'Quillon', timeZone: 'UTC' }));
    expect(rebuilt).toEqual(live);
  });

  test('does not matter when its record is not in the log', () => {
    const told = { record_id: id(9), refusal: 'name_taken', asked: { name: 'Quill' }, kept: had } as const;
    const { live } = liveAndRebuilt(
      ...guild,
      given.refusedMemberChange(quill, { ...told, kept: { ...had, name: 'X' } }),
    );
    expect(live.members).toContainEqual(expect.objectContaining({ name: 'Quill' }));
  });
});

test.each([
  ['', [given.description('a2', 'Quill Fen')]],
  [' and one was not described yet', []],
])(
  'an identity that fits several accounts is linked to none of them, even when all except one are erased%s',
  (_, described) => {
    const namesakes = [
      ...guild,
      given.identity('a2', quill, { name: 'quill_fen' }),
      given.description('a1', 'Quill Fen'),
      ...described,
    ];
    const identity = { source: 'dink_hash', externalId: 'hash of a3' } as const;
    const input = { memberId: quill, name: 'Quill Fen', plugin: 'dink', actor: 'hub' } as const;
    const seen = reportIdentity(directoryOf(...namesakes), { identity, accountId: 'a3', ...input });
    const { live, rebuilt } = liveAndRebuilt(...namesakes, seen, given.eraseAccount('a2'));
    expect(live.identities).toContainEqual(expect.objectContaining({ source: 'dink_hash', accountId: 'a3' }));
    expect(rebuilt).toEqual(live);
  },
);

test('an identity that fits one account is linked to it', () => {
  const identity = { source: 'dink_hash', externalId: 'hash of a3' } as const;
  const input = { memberId: quill, name: 'Quill Fen', plugin: 'dink', actor: 'hub' } as const;
  const named = [
    ...guild,
    given.description('a1', 'Quill Fen'),
    given.identity('a2', quill, { name: 'Bram' }),
  ];
  const seen = reportIdentity(directoryOf(...named), { identity, accountId: 'a3', ...input });
  expect(seen.data).not.toHaveProperty('several_fit');
  expect(liveAndRebuilt(...named, seen).live.identities).toContainEqual(
    expect.objectContaining({ source: 'dink_hash', accountId: 'a1' }),
  );
});
