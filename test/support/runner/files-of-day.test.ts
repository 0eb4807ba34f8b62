import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesLeftOut, rotatedFiles } from './files-of-day.ts';
import { filesWithoutQuickRun } from './files-without-quick-run.ts';

const root = new URL('../../../', import.meta.url);

test('the files that run only on some days exist, and are in the list once', () => {
  expect(rotatedFiles.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(new Set(rotatedFiles).size).toBe(rotatedFiles.length);
});

test('the files that the quick run leaves out exist, and run each day', () => {
  expect(filesWithoutQuickRun.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(filesWithoutQuickRun.filter((file) => rotatedFiles.includes(file))).toEqual([]);
});

test('each file that runs only on some days runs within four days', () => {
  const days = [20_784, 20_785, 20_786, 20_787].map((day) => new Set(filesLeftOut(day, [])));
  expect(rotatedFiles.filter((file) => days.every((leftOut) => leftOut.has(file)))).toEqual([]);
});

test('a file that is named always runs', () => {
  for (const file of rotatedFiles) {
    for (const day of [0, 1, 2, 3]) {
      expect(filesLeftOut(day, [file])).not.toContain(file);
    }
  }
});
