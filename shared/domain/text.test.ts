import { describe, expect, it } from 'vitest';
import { nameKey, storableText } from './text.ts';

describe('storableText', () => {
  it.each([
    ['plain', 'plain'],
    ['nul\0here', 'nul\ufffdhere'],
    ['high\ud83d', 'high\ufffd'],
    ['\udc00low', '\ufffdlow'],
    ['pair\ud83d\ude00', 'pair\ud83d\ude00'],
    ['\u202enef\u202c nolliuQ', 'nef nolliuQ'],
    ['\u2066Bram\u2069', 'Bram'],
    ['\u05e7\u05d5\u05d9\u05dc\u05d5\u05df', '\u05e7\u05d5\u05d9\u05dc\u05d5\u05df'],
  ])('stores %j', (given, stored) => {
    expect(storableText(given, 256)).toBe(stored);
  });

  it('cuts at the limit, and replaces the rest of a character pair that was cut in the middle', () => {
    expect(storableText('abc\ud83d\ude00', 4)).toBe('abc\ufffd');
  });
});

describe('nameKey', () => {
  it.each(['Quillon Fen', 'quillon_fen', 'QUILLON-FEN', 'Quillon\u00a0Fen', '  Quillon Fen '])(
    'matches %j',
    (name) => {
      expect(nameKey(name)).toBe('quillon fen');
    },
  );

  it.each(['Zo\u00eb', 'Zoe\u0308', 'ZOE\u0308', 'ZO\u00cb'])(
    'is the same for both forms of an accent: %j',
    (name) => {
      expect(nameKey(name)).toBe('zo\u00eb');
    },
  );
});
