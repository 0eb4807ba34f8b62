import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesWithoutQuickRun } from './files-without-quick-run.ts';
import { filesOfRun, isSlowFile, slowFiles } from './slow-files.ts';
import { sortTests } from './test-kinds.ts';

const root = new URL('../../../', import.meta.url);
const { pure, real } = sortTests();
const all = [...pure, ...real];

test('the slow files exist, and are in the list once', () => {
  expect(slowFiles.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(new Set(slowFiles).size).toBe(slowFiles.length);
});

test('the files that the quick run leaves out exist, and run in npm test', () => {
  expect(filesWithoutQuickRun.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(filesWithoutQuickRun.filter(isSlowFile)).toEqual([]);
});

test('npm test and npm run test:slow together run each file once', () => {
  const both = [...filesOfRun(all, [], false), ...filesOfRun(all, [], true)];
  expect(both.toSorted()).toEqual(all.toSorted());
});

test('a file that is named always runs', () => {
  for (const file of slowFiles) expect(filesOfRun([file], [file], false)).toEqual([file]);
});
