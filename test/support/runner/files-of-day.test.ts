import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesLeftOut, rotatedFiles } from './files-of-day.ts';

const root = new URL('../../../', import.meta.url);

test('the files that run on some days only exist, each once', () => {
  expect(rotatedFiles.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(new Set(rotatedFiles).size).toBe(rotatedFiles.length);
});

test('each of these files runs within four days', () => {
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
