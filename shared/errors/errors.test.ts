import { expect, test } from 'vitest';
import { causesOf } from './errors.ts';

test('the causes of an error begin with the error itself and end with the first cause, and other values have no causes', () => {
  const first = new Error('first', { cause: 'a text' });
  const second = new TypeError('second', { cause: first });
  const third = new Error('third', { cause: second });
  expect(causesOf(third)).toEqual([third, second, first]);
  expect([null, undefined, 'text', { cause: first }].flatMap(causesOf)).toEqual([]);
});

test('a circle of causes ends', () => {
  const one = new Error('one');
  const other = new Error('other', { cause: one });
  one.cause = other;
  expect(causesOf(one)).toHaveLength(10);
});
