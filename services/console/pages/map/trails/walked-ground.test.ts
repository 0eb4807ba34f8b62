import { expect, test } from 'vitest';
import { WalkedGround } from './walked-ground.ts';

test('a walked way marks its cells, also across the border of map squares', () => {
  const walked = new WalkedGround();
  const area = { west: 3_200, east: 3_328, south: 3_136, north: 3_264 };
  expect([...walked.within(area)]).toEqual([]);
  walked.addWay({ x: 3_260, y: 3_200, plane: 0 }, { x: 3_272, y: 3_200, plane: 0 });
  const cells = [...walked.within(area)];
  expect(cells.map(({ x, y, times }) => [x, y, times])).toEqual([
    [3_260, 3_200, 1],
    [3_264, 3_200, 1],
    [3_268, 3_200, 1],
    [3_272, 3_200, 1],
  ]);
  expect([...walked.within({ west: 0, east: 64, south: 0, north: 64 })]).toEqual([]);
});
