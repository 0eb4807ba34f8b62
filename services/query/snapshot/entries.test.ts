import { expect, test } from 'vitest';
import { directoryOf, keyOf } from '../../../projections/access/testing/directory-of.ts';
import { bram, given, id, quill } from '../../../projections/access/testing/membership.ts';
import { createReaders } from '../../../projections/access/visibility/readers.ts';
import { noState } from '../../../projections/account-state/queries/account-state.ts';
import { defaultCategories } from '../../../shared/domain/category.ts';
import { createEntries } from './entries.ts';

test('readers of different views share the rows of an account when they see the same parts of it', () => {
  const directory = directoryOf(
    ...[quill, bram].flatMap((memberId, index) => [
      given.member(memberId, `Member ${index}`),
      given.identity(`a${index}`, memberId),
      given.description(`a${index}`, `Player ${index}`),
      given.key(index, memberId, { categories: [...defaultCategories] }),
    ]),
    given.sharing('a1', { category: 'stats', audience: 'private', with: [] }),
  );
  const clocks = { forStale: 0, forOnline: 0 };
  const entries = createEntries({ stateOf: () => noState }, { currentTimes: () => clocks });
  const readers = createReaders();
  const rowsOf = (key: number) => {
    const { visible } = readers.readerOf(directory, keyOf(directory, id(key)));
    return [...visible.values()].map((account) => entries.rowOf(account, 'user'));
  };
  const [[other, shown], [same, own]] = [rowsOf(0), rowsOf(1)];
  expect(same).toBe(other);
  expect(own).not.toBe(shown);
  expect([...rowsOf(0), ...rowsOf(1)]).toEqual([other, shown, other, own]);
  expect(entries.rowsMade()).toBe(3);
});
