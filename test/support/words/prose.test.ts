import { expect, test } from 'vitest';
import { proseOfSource } from './prose.ts';

test.each([
  ['a.ts', '/** One. */\nrun(); // two\n// Three\n// four.', ['One.', 'Three four.']],
  ['a.py', '"""One.\n\ntwo"""\nrun("""no""")\n# Three.', ['One.', 'two', 'Three.']],
  ['a.go', '// One.\nrun()', ['One.']],
])('the comments of %s are its prose', (path, source, texts) => {
  expect(proseOfSource(path, source).map(({ text }) => text)).toEqual(texts);
});
