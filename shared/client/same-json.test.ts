import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameJson } from './same-json.ts';

test('two values are the same when their JSON is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      // Parsed, since JSON has no -0.
      const [left, right]: unknown[] = JSON.parse(JSON.stringify([one, other]));
      expect(isSameJson(left, right)).toBe(JSON.stringify(left) === JSON.stringify(right));
      expect(isSameJson(left, structuredClone(left))).toBe(true);
    }),
    { seed: 1 },
  );
});

test.each([
  [[], {}],
  [null, {}],
  [{ hp: null }, {}],
  [{ hp: { current: 9, max: 10 } }, { hp: { current: 10, max: 10 } }],
  [[{ id: 1 }, { id: 2 }], [{ id: 1 }]],
])('%j is not %j', (left, right) => {
  expect(isSameJson(left, right)).toBe(false);
  expect(isSameJson(right, left)).toBe(false);
});
