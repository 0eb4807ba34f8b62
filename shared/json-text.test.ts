import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf, cutText, elementsOf, membersOf } from './json-text.ts';

const withheld = new Set(['world', 'location', 'a"b\\']);
const cut = (text: string) => cutText(text, cutsOf(text, withheld));

describe('cutting keys from JSON text', () => {
  it.each([
    ['{"world":1}', '{}'],
    ['{"world":1,"a":2}', '{"a":2}'],
    ['{"a":2,"world":1}', '{"a":2}'],
    ['{"world":1,"location":{},"a":2,"world":[1,"}"],"b":3,"location":null}', '{"a":2,"b":3}'],
    ['{"w\\u006frld":1,"a":2}', '{"a":2}'],
    ['{"x":"\\\\","world":"\\"","y":1.50}', '{"x":"\\\\","y":1.50}'],
    [
      ' { "b" : 1e400 ,\n "world" : [ { } ] , "a" : 12345678901234567890 } ',
      ' { "b" : 1e400 , "a" : 12345678901234567890 } ',
    ],
    ['[{"world":1},{"a":[{"location":2,"c":3}]}]', '[{},{"a":[{"c":3}]}]'],
    ['"world"', '"world"'],
    ['{"worlds":1,"World":2}', '{"worlds":1,"World":2}'],
  ])('leaves the rest as it was: %s', (text, expected) => {
    expect(cut(text)).toBe(expected);
  });

  it('leaves valid JSON without the removed keys, for any JSON', () => {
    const key = fc.constantFrom('world', 'location', 'a"b\\', 'a', '', '\u2028', '__proto_');
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.double(),
          fc.boolean(),
          fc.constant(null),
          fc.constant('},]"\\'),
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      ),
    })).value;
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(JSON.parse(cut(text))).toEqual(JSON.parse(JSON.stringify(without(value))));
      }),
      { numRuns: 300 },
    );
  });
});

it('finds at most the given number of elements of a list, and none in other values', () => {
  const text = ' [ 1 ,"a,]", {"b":[2,3]},[] ]';
  const found = elementsOf(text).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(['1', '"a,]"', '{"b":[2,3]}', '[]']);
  expect(elementsOf(text, 0, 2)).toHaveLength(2);
  expect([elementsOf('[]'), elementsOf('{"a":[1]}'), membersOf('[{}]'), membersOf('{}')]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !withheld.has(key))
      .map(([key, entry]) => [key, without(entry)]),
  );
}
