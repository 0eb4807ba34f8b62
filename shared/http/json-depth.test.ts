import { expect, test } from 'vitest';
import { isDeeperThan } from './json-depth.ts';

const isDeep = (max: number, json: string) => isDeeperThan(max, Buffer.from(json));

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('counts the levels of %s up to the limit', (open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
  expect(isDeep(32, nested(32))).toBe(false);
  expect(isDeep(32, nested(33))).toBe(true);
});

test('brackets that follow each other add no depth', () => {
  expect(isDeep(2, `[${'[],{},'.repeat(1_000)}1]`)).toBe(false);
});

test('brackets in strings do not count, and an escaped quote ends no string', () => {
  expect(isDeep(1, '["[[[{{{"]')).toBe(false);
  expect(isDeep(1, String.raw`["\"[[[", "\\", "]]"]`)).toBe(false);
  expect(isDeep(1, String.raw`["\\", [1]]`)).toBe(true);
  expect(isDeep(1, String.raw`["\"", [1]]`)).toBe(true);
  expect(isDeep(1, '["]]]", [1]]')).toBe(true);
});
