import { expect, test } from 'vitest';
import { wideComments } from './comment-width.ts';

test.each([
  ['a.ts', (wide: string) => `/** ${wide} */`, [1]],
  ['a.ts', (wide: string) => `run(); // ${wide}`, [1]],
  ['a.tsx', (wide: string) => `const a = (\n  <p>\n    {/* b\n ${wide} */}\n  </p>\n);`, [4]],
  ['a.ts', (wide: string) => `const text = '// ${wide}';`, []],
  ['a.sql', (wide: string) => `select 1;\n  -- ${wide}`, [2]],
  ['Dockerfile', (wide: string) => `# ${wide}`, [1]],
])('wide comments are found in %s: %s', (path, source, lines) => {
  expect(wideComments(path, source('word '.repeat(25)))).toEqual(lines);
  expect(wideComments(path, source('word'))).toEqual([]);
});
