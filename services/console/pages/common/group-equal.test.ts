import { expect, test } from 'vitest';
import { groupEqual } from './group-equal.ts';

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
