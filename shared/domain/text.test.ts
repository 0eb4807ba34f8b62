import { describe, expect, it } from 'vitest';
import { nameKey, storableText } from './text.ts';

describe('storableText', () => {
  it.each([
    ['plain', 'plain'],
    ['nul\0here', 'nul\ufffdhere'],
    ['high\ud83d', 'high\ufffd'],
    ['\udc00low', '\ufffdlow'],
    ['pair\ud83d\ude00', 'pair\ud83d\ude00'],
  ])('stores %j', (given, stored) => {
    expect(storableText(given, 256)).toBe(stored);
  });

  it('cuts at the limit and leaves no half of a pair', () => {
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
});
