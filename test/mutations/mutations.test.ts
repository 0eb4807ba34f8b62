import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, projectRoot } from '../support/source-tree.ts';
import { applyBreak } from './break.ts';
import { breaks } from './breaks/all.ts';
import { equivalentBreaks } from './breaks/equivalent.ts';

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const all = [...breaks, ...equivalentBreaks];

test.each(all)('$id can be applied: its text occurs once in $file', (mutation) => {
  const text = textOf(mutation.file);
  expect(applyBreak(text, mutation)).not.toBe(text);
  expect(isTest(mutation.file), `${mutation.file} is no file of the product`).toBe(false);
});

test.each(breaks)('$id names test files that exist', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const file of tests) {
    expect(file).toMatch(/\.test\.ts$/);
    expect(textOf(file)).toContain('expect');
  }
});

test('no id and no change is in the list twice', () => {
  const ids = all.map(({ id }) => id);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(all.map(({ file, replace, by }) => `${file}\n${replace}\n${by}`)).size).toBe(all.length);
});

test.each([
  ['nothing like it', 0],
  ['one and one', 2],
])('a text to replace that does not occur once is refused: %s', (text, times) => {
  const mutation = { id: 'a-b', file: 'f.ts', replace: 'one', by: 'two', reason: '' };
  expect(() => applyBreak(text, mutation)).toThrow(
    `the text to replace of a-b occurs ${times} times in f.ts: change the break`,
  );
  expect(applyBreak('only one', { ...mutation, by: '$&' })).toBe('only $&');
});
