import { expect, test } from 'vitest';
import { edgesOf } from '../covered-boxes.ts';
import { LabelSpace } from './label-space.ts';
import { labelBoxesOf } from './paint-label.ts';

const context = { font: '', measureText: (text: string) => ({ width: text.length * 6 }) } as never;
const line = { text: 'Quillon Fen', colour: 'red', opacity: 1 };

test('a name moves around its dot until it covers no place and no dot, and is left out without room', () => {
  const dot = { x: 100, y: 100 };
  const boxes = labelBoxesOf(context, [line], dot);
  const [right, left, below, above, belowRight, aboveRight, belowLeft, aboveLeft] = boxes;
  if (!right || !left || !below || !above || !belowRight || !aboveRight || !belowLeft || !aboveLeft)
    throw new Error('a side is missing');
  const chosen = (...blocked: (typeof right)[]) => {
    const space = new LabelSpace(blocked);
    return boxes.find((box) => space.take(box));
  };
  expect(chosen()).toEqual(right);
  expect(chosen(right)).toEqual(left);
  expect(chosen(right, left)).toEqual(below);
  expect(chosen(right, left, below)).toEqual(above);
  expect(chosen(right, left, below, above)?.top).toBeGreaterThan(below.top + below.height);
  expect(chosen({ left: 0, top: 0, width: 200, height: 200 })).toBeUndefined();
  const dots = [130, 70].map((x) => ({ left: x - 2, top: 98, width: 4, height: 4 }));
  const [narrowBelow, narrowAbove] = [below, above].map((box) => ({ ...box, left: 98, width: 4 }));
  if (!narrowBelow || !narrowAbove) throw new Error('a side is missing');
  const around = [...dots, narrowBelow, narrowAbove];
  expect(chosen(...around)).toEqual(belowRight);
  expect(chosen(...around, belowRight, aboveRight, belowLeft)).toEqual(aboveLeft);
});

test('two names never cover each other', () => {
  const space = new LabelSpace();
  const [first] = labelBoxesOf(context, [line], { x: 0, y: 0 });
  const [second] = labelBoxesOf(context, [line], { x: 8, y: 4 });
  if (!first || !second) throw new Error('a side is missing');
  expect([space.take(first), space.take(second)]).toEqual([true, false]);
});

test('a name next to the edge of the map stands on the other side of its dot', () => {
  const edges = edgesOf({ left: 0, top: 0, width: 400, height: 300 });
  const chosen = (x: number) => {
    const space = new LabelSpace(edges);
    const boxes = labelBoxesOf(context, [line], { x, y: 150 });
    return boxes.findIndex((box) => space.take(box));
  };
  expect([chosen(200), chosen(390), chosen(10)]).toEqual([0, 1, 0]);
});
