import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgesOf } from '../covered-boxes.ts';
import { distanceTo, type LabelBox, LabelSpace } from './label-space.ts';
import { labelBoxesOf, placeLabel } from './paint-label.ts';

const context = { font: '', measureText: (text: string) => ({ width: text.length * 6 }) } as never;
const lineOf = (text: string) => ({ text, colour: 'red', opacity: 1 });
const line = lineOf('Quillon Fen');
const names = ['Quillon Fen', 'Bram Oak', 'Tess Marrow', 'and 3 more'].map(lineOf);
const short = lineOf('Quillon Fen +5');
const dot = { x: 100, y: 100 };

test('a name moves around its dot until it covers no place and no dot, and is left out without room', () => {
  const boxes = labelBoxesOf(context, [line], dot);
  const chosen = (...blocked: LabelBox[]) =>
    placeLabel(context, [[line]], dot, new LabelSpace(blocked, [dot]))?.box;
  const [right, left, below, above, belowRight, aboveRight, belowLeft, aboveLeft] = boxes;
  if (!right || !left || !below || !above || !belowRight || !aboveRight || !belowLeft || !aboveLeft)
    throw new Error('a side is missing');
  expect(chosen()).toEqual(right);
  expect(chosen(right)).toEqual(left);
  expect(chosen(right, left)).toEqual(below);
  expect(chosen(right, left, below)).toEqual(above);
  expect(chosen(...boxes)).toBeUndefined();
  expect(chosen({ left: 0, top: 0, width: 200, height: 200 })).toBeUndefined();
  const dots = [130, 70].map((x) => ({ left: x - 2, top: 98, width: 4, height: 4 }));
  const [narrowBelow, narrowAbove] = [below, above].map((box) => ({ ...box, left: 98, width: 4 }));
  if (!narrowBelow || !narrowAbove) throw new Error('a side is missing');
  const around = [...dots, narrowBelow, narrowAbove];
  expect(chosen(...around)).toEqual(belowRight);
  expect(chosen(...around, belowRight, aboveRight, belowLeft)).toEqual(aboveLeft);
});

test('the names of a stack become short, and then only the count, rather than leave their dot', () => {
  const placed = (...blocked: LabelBox[]) =>
    placeLabel(context, [names, [short]], dot, new LabelSpace(blocked, [dot]));
  expect(placed()?.lines).toEqual(names);
  // Too narrow for two lines between the names of two towns.
  const towns = [60, 120].map((top) => ({ left: 0, top, width: 300, height: 20 }));
  expect(placed(...towns)?.lines).toEqual([short]);
  expect(placed({ left: 0, top: 95, width: 300, height: 10 }, ...towns)).toBeNull();
});

test('a label stands at its own dot, and nearer to no other dot', () => {
  const at = fc.record({ x: fc.integer({ min: 0, max: 200 }), y: fc.integer({ min: 0, max: 200 }) });
  // Closer players are one stack.
  const player = fc
    .record({ x: fc.integer({ min: 0, max: 10 }), y: fc.integer({ min: 0, max: 10 }) })
    .map(({ x, y }) => ({ x: x * 20, y: y * 20 }));
  const dotsAround = fc.uniqueArray(player, {
    minLength: 2,
    maxLength: 12,
    selector: ({ x, y }) => `${x} ${y}`,
  });
  fc.assert(
    fc.property(dotsAround, at, (dots, town) => {
      const space = new LabelSpace([], dots);
      space.addPlace(town, 2);
      for (const own of dots) {
        const label = placeLabel(context, [names, [short]], own, space);
        if (label === null) continue;
        const seen = Math.hypot(own.x - town.x, own.y - town.y) < 8 ? dots : [...dots, town];
        const distances = seen.map((each) => distanceTo(label.box, each));
        expect(distanceTo(label.box, own)).toBeLessThanOrEqual(Math.min(16, ...distances));
      }
    }),
  );
});

test('a town below the dot of a player takes no place from the name of the player', () => {
  const space = new LabelSpace([], [dot]);
  space.addPlace({ x: 103, y: 100 }, 2);
  const [right] = labelBoxesOf(context, [line], dot);
  expect(placeLabel(context, [[line]], dot, space)?.box).toEqual(right);
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
