import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categories, defaultCategories } from '../../../shared/domain/category.ts';
import { directoryAfter, directoryOf, keyOf } from '../testing/directory-of.ts';
import { bram, given, id, quill, recordedAt, start, tess } from '../testing/membership.ts';
import { createReaders } from './readers.ts';
import { resolveVisibility } from './visibility.ts';

const history = [
  given.member(quill, 'Quill'),
  given.identity('a1', quill),
  given.description('a1', 'Quill Fen'),
  given.key(1, quill),
];

test('a refresh without changes keeps the resolved rights, and has its own watermark', () => {
  const directory = directoryOf(...history);
  const key = keyOf(directory, id(1));
  const readers = createReaders();
  const first = readers.readerOf(directory, key);
  const later = readers.readerOf({ ...directory, watermark: 7 }, key);
  expect(later.visible).toBe(first.visible);
  expect(later.directory.watermark).toBe(7);
});

test('a change of the accounts of a key takes effect at once', () => {
  const readers = createReaders();
  const before = directoryOf(...history);
  expect(readers.readerOf(before, keyOf(before, id(1))).visible.size).toBe(1);
  const after = directoryOf(...history, given.changeApiKey(1, { accounts: [] }));
  expect(readers.readerOf(after, keyOf(after, id(1))).visible.size).toBe(0);
});

test('only keys of equal rights share the resolved rights', () => {
  const directory = directoryOf(
    ...history,
    given.key(2, quill),
    given.key(3, null),
    given.key(4, quill, { accounts: ['a1'] }),
    given.key(5, quill, { categories: ['activity'] }),
  );
  const readers = createReaders();
  const [first, ...others] = [1, 2, 3, 4, 5].map((number) =>
    readers.readerOf(directory, keyOf(directory, id(number))),
  );
  expect(others.map(({ visible }) => visible === first?.visible)).toEqual([true, false, false, false]);
});

const manyRights = fc
  .tuple(
    fc.array(
      fc.record({
        account: fc.constantFrom('a1', 'a2', 'b1', 't1'),
        category: fc.constantFrom(...categories),
        audience: fc.constantFrom(...(['guild', 'selected', 'private'] as const)),
        with: fc.uniqueArray(fc.constantFrom(quill, bram, tess)),
      }),
      { maxLength: 20 },
    ),
    fc.subarray([...categories], { minLength: 1 }),
    fc.boolean(),
  )
  .map(([sharings, held, left]) => [
    given.member(quill, 'Quill', { time_zone: 'Europe/Paris' }),
    given.member(bram, 'Bram'),
    given.member(tess, 'Tess'),
    ...Object.entries({ a1: quill, a2: quill, b1: bram, t1: tess }).flatMap(([account, owner]) => [
      given.identity(account, owner),
      given.description(account, `Player ${account}`),
    ]),
    ...[quill, bram, tess, null].flatMap((memberId, index) => [
      given.key(2 * index + 1, memberId, { categories: held }),
      given.key(2 * index + 2, memberId, { categories: held, accounts: ['a2', 'b1'] }),
    ]),
    ...sharings.map(({ account, ...sharing }) => given.sharing(account, sharing)),
    ...(left ? [given.leaving(bram)] : []),
  ]);

test('a key sees only what its rights allow, whatever was resolved for other keys before', () => {
  fc.assert(
    fc.property(manyRights, (events) => {
      const readers = createReaders();
      for (const directory of [directoryOf(...events.slice(0, -1)), directoryOf(...events)]) {
        for (const key of directory.keysByPrefix.values()) {
          const { timeZone, visible, view } = readers.readerOf(directory, key);
          const alone = resolveVisibility(directory, key);
          expect({ timeZone, view, visible: [...visible] }).toEqual({
            ...alone,
            visible: [...alone.visible],
          });
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('an owner sees the same object as other members, except when a category of the account is private', () => {
  const whole = { categories: [...defaultCategories] };
  const directory = directoryOf(
    ...history,
    given.member(bram, 'Bram'),
    given.identity('b1', bram),
    given.description('b1', 'Bram'),
    given.sharing('b1', { category: 'stats', audience: 'private', with: [] }),
    given.key(2, quill, whole),
    given.key(3, bram, whole),
  );
  const readers = createReaders();
  const [other, owner] = [2, 3].map((number) => readers.readerOf(directory, keyOf(directory, id(number))));
  expect(owner?.visible.get('a1')).toBe(other?.visible.get('a1'));
  expect(owner?.visible.get('b1')?.readable).not.toBe(other?.visible.get('b1')?.readable);
});

test('members see accounts that are shared only with them, even in tables without change times of members', () => {
  // Records of one moment leave no change times of members, as in tables of earlier folds.
  const events = [
    ...history,
    given.member(bram, 'Bram'),
    given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram] }),
    given.key(2, bram),
    given.key(3, null),
  ];
  const directory = directoryAfter(events.map((event, offset) => recordedAt(event, offset, start)));
  expect(directory.accounts.get('a1')?.sharing.stats).not.toHaveProperty('changedFor');
  const readers = createReaders();
  const seen = [1, 2, 3].map((number) => [
    ...readers.readerOf(directory, keyOf(directory, id(number))).visible.keys(),
  ]);
  expect(seen).toEqual([['a1'], ['a1'], []]);
});
