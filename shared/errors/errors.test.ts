import { expect, test } from 'vitest';
import { causesOf, findCauseWithCode, hasCauseWithCode } from './errors.ts';

test('the causes of an error begin with the error itself and end with the first cause, and other values have no causes', () => {
  const first = new Error('first', { cause: 'a text' });
  const second = new TypeError('second', { cause: first });
  const third = new Error('third', { cause: second });
  expect(causesOf(third)).toEqual([third, second, first]);
  expect([null, undefined, 'text', { cause: first }].flatMap(causesOf)).toEqual([]);
});

test('an error is found by the code of the error itself, or of a cause', () => {
  const full = Object.assign(new Error('full'), { code: '53300' });
  const outer = new Error('outer', { cause: full });
  expect([full, outer].map((thrown) => findCauseWithCode(thrown, ['53300', '25006']))).toEqual([full, full]);
  expect(findCauseWithCode(outer, ['25006'])).toBe(null);
  expect([outer, { code: '53300' }].map((thrown) => hasCauseWithCode(thrown, ['53300']))).toEqual([
    true,
    false,
  ]);
});

test('a circle of causes ends', () => {
  const one = new Error('one');
  const other = new Error('other', { cause: one });
  one.cause = other;
  expect(causesOf(one)).toHaveLength(10);
});
