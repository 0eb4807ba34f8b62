import { expect, test } from 'vitest';
import { z } from 'zod';
import { bigInteger, boolean, commaList, integer } from './parameters.ts';

const word = z.string().max(3, 'is too long');
const list = commaList(word, { max: 2, whenEmpty: 'omitted' });

test('a list ignores empty elements and counts each element once (read-api 2.1 "query lists")', () => {
  expect(list.parse('b,,a,b,,')).toEqual(['b', 'a']);
  expect(list.safeParse('a,b,c').success).toBe(false);
});

test('an empty list counts as omitted or as a list without elements, as the parameter defines', () => {
  const names = commaList(word, { max: 2, whenEmpty: 'nothing' });
  for (const text of ['', ',', ',,']) {
    expect(list.parse(text)).toBeUndefined();
    expect(names.parse(text)).toEqual([]);
  }
  expect(names.parse(undefined)).toBeUndefined();
});

test('a list keeps the first of several elements with equal identity', () => {
  const names = commaList(word, { max: 1, whenEmpty: 'nothing', identity: (name) => name.toLowerCase() });
  expect(names.parse('Ab,aB,AB')).toEqual(['Ab']);
});

test('the error of a list tells what is wrong with an element', () => {
  expect(list.safeParse('a,long').error?.issues[0]?.message).toBe('is too long');
});

test.each(['0', '501', '0501', '-1', '1e2', '+1', '1.0', ' 1', '１', '', '00000000000000001', 'NaN'])(
  'an integer from 1 to 500 is not %j',
  (text) => {
    expect(integer(1, 500).safeParse(text).success).toBe(false);
  },
);

test('leading zeros of an integer are ignored', () => {
  expect(integer(1, 500).parse('0000000000000500')).toBe(500);
});

test('16 digits stay exact, unlike in a float', () => {
  expect(bigInteger.parse('9999999999999999')).toBe(9_999_999_999_999_999n);
});

test('a boolean is exactly true or false (read-api 2.1 "query booleans")', () => {
  expect([boolean.parse('true'), boolean.parse('false')]).toEqual([true, false]);
  for (const text of ['', 'True', '1', 'yes', 'true ']) expect(boolean.safeParse(text).success).toBe(false);
});
