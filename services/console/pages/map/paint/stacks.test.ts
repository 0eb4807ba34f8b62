import { expect, test } from 'vitest';
import { groupIntoStacks } from './stacks.ts';

test('close items form one stack, also across cells, and the stack is shown at its first item', () => {
  const placed = [
    { x: 99, y: 99, item: 'a' },
    { x: 101, y: 101, item: 'b' },
    { x: 160, y: 99, item: 'c' },
  ];
  expect(groupIntoStacks(placed, 10)).toEqual([
    { x: 99, y: 99, items: ['a', 'b'] },
    { x: 160, y: 99, items: ['c'] },
  ]);
});

test('places left of and above the screen form stacks too', () => {
  const placed = [-1, 1].map((x) => ({ x, y: -5, item: x }));
  expect(groupIntoStacks(placed, 10).length).toBe(1);
});
