import { expect, test } from 'vitest';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { createPointWriter } from './tile-text.ts';

const start = Date.UTC(2026, 8, 14, 12);

function via(laterMs: number, tiles: number, { boat = false, areTiles = true } = {}) {
  const first = { at: start, x: 3_000, y: 3_000, plane: 0, world: 301, is_on_boat: false };
  const second = { ...first, at: start + laterMs, x: 3_000 + tiles, is_on_boat: boat };
  const writer = createPointWriter();
  writer.write(start / minuteMs, [first, second], areTiles);
  return JSON.parse(`[${writer.take()}]`)[1].via;
}

test('between two tiles, a move reaches 2 tiles for each tick, 4 by boat, for at most 5 ticks', () => {
  expect([via(600, 4), via(600, 5)]).toEqual(['move', 'teleport']);
  expect([via(2_400, 10), via(2_400, 11)]).toEqual(['move', 'teleport']);
  expect([via(40_000, 10), via(40_000, 11), via(40_000, 110)]).toEqual(['move', 'teleport', 'teleport']);
  expect([via(40_000, 20, { boat: true }), via(40_000, 21, { boat: true })]).toEqual(['move', 'teleport']);
  expect([via(40_000, 6_405), via(40_000, 0)]).toEqual(['teleport', 'move']);
});

test('the single point of a minute has no tiles next to it, so the whole time counts', () => {
  expect(via(40_000, 110, { areTiles: false })).toBe('move');
});
