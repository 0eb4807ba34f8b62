import fc from 'fast-check';
import { expect, test } from 'vitest';
import { table } from './output.ts';
import { line, printable, printableJson, printableLines } from './printable.ts';

test.each([
  ['an escape sequence', '\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
  ['a control sequence of one character', '\u009b31m', '\\u{9b}31m'],
  ['a line feed and a return', 'a\r\nb', 'a\\u{d}\\u{a}b'],
  ['changes of the writing direction', 'abc\u202ecba\u2066', 'abc\\u{202e}cba\\u{2066}'],
  ['a separator of lines', 'a\u2028b', 'a\\u{2028}b'],
  ['half of a surrogate pair', '\ud83d', '\\u{d83d}'],
  ['a tag beyond the basic plane', '\u{e0041}', '\\u{e0041}'],
])('shows %s as visible text', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('does not change ordinary text', () => {
  expect(printable('Quillon Fen, Zoë, 東京, 😀')).toBe('Quillon Fen, Zoë, 東京, 😀');
});

test('keeps the lines of a text', () => {
  expect(printableLines('one\ntwo\u001b')).toBe('one\ntwo\\u{1b}');
});

test('keeps inserted values on one line', () => {
  const name = 'Quill\nKey hub_0123 revoked.';
  expect(line`Added ${name}, number ${1}.`).toBe('Added Quill\\u{a}Key hub_0123 revoked., number 1.');
});

test('keeps each cell of a table in its row, and the columns aligned', () => {
  const shown = table(['a\nb'], 'none', { Name: (name) => name, Type: () => 'Iron' }).split('\n');
  expect(shown).toEqual(['Name     Type', 'a\\u{a}b  Iron']);
});

test('a JSON document contains no terminal controls, and parses to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = printableJson({ text });
      expect(JSON.parse(shown)).toEqual({ text });
      expect(printable(shown)).toBe(shown);
    }),
  );
});
