import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from '../../test/support/parse-csv.ts';
import { csvLine } from './csv-text.ts';

test('a value is quoted only where RFC 4180 needs it, and null is empty', () => {
  expect(csvLine(['Quillon Fen', 'a,b', 'say "hi"', 'two\nlines', 12, true, null])).toBe(
    'Quillon Fen,"a,b","say ""hi""","two\nlines",12,true,\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('the text %j cannot be a formula', (text) => {
  expect(parseCsv(csvLine([text]))).toEqual([[`'${text}`]]);
});

test('a number stays a number', () => {
  expect(csvLine([-5, 4_800_000_000])).toBe('-5,4800000000\r\n');
});

test('every text is read back unchanged, except for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const expected = texts.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text));
      expect(parseCsv(csvLine(texts))).toEqual([expected]);
    }),
  );
});
