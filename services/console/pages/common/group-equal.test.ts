import { expect, test } from 'vitest';
import { groupEqual, rowsOfGroups } from './group-equal.ts';

test('equal items are a group at the place of the newest, until a pause is too long', () => {
  const items = ['a9', 'b8', 'a7', 'b2', 'a1'];
  const groups = groupEqual(
    items,
    (item) => item.charAt(0),
    (item) => Number(item.charAt(1)),
    5,
  );
  expect(groups.map((equal) => equal.join())).toEqual(['a9,a7', 'b8', 'b2', 'a1']);
});

test('an opened row and an opened group stay when a newer row becomes the first of the group', () => {
  const reports = (...ids: string[]) => ids.map((id) => ({ id }));
  const before = [reports('2', '1'), reports('0')];
  const after = [reports('3', '2', '1'), reports('0')];
  const drawn = (groups: typeof before, opened: string[], shown: string | null) =>
    rowsOfGroups(groups, opened, shown).map(({ id }) => id);
  expect(drawn(before, [], '2')).toEqual(['2', '0']);
  expect(drawn(after, [], '2')).toEqual(['3', '2', '0']);
  expect(drawn(after, ['2'], null)).toEqual(['3', '2', '1', '0']);
  expect(drawn(after, [], null)).toEqual(['3', '0']);
});
