import { expect, test } from 'vitest';
import { WalkedGround } from './walked-ground.ts';

test('a way leaves its cells, over the border of map squares too', () => {
  const walked = new WalkedGround();
  expect(walked.isEmpty).toBe(true);
  walked.addWay({ x: 3_260, y: 3_200, plane: 0 }, { x: 3_272, y: 3_200, plane: 0 });
  const cells = [...walked.within(3_200, 3_264, 128)];
  expect(cells.map(({ x, y, times }) => [x, y, times])).toEqual([
    [3_260, 3_200, 1],
    [3_264, 3_200, 1],
    [3_268, 3_200, 1],
    [3_272, 3_200, 1],
  ]);
  expect([...walked.within(0, 64, 64)]).toEqual([]);
});
