import { expect, test } from 'vitest';
import { awayText } from './away-text.ts';

const away = { state: 'away', since: 1_000, message: '', retryAt: 0 } as const;
const limited = { ...away, code: 'rate_limited' };

test('a hub that refuses for too many requests is told when the data is 30 s old', () => {
  expect(awayText(limited, 30_999)).toBeNull();
  expect(awayText(limited, 31_000)).toBe('Too many requests. This page asks again by itself.');
});

test('a hub that does not answer is told at once, and a hub that answers is not', () => {
  const text = 'The hub does not answer. This page asks again by itself.';
  expect(awayText({ ...away, code: 'unavailable' }, 1_000)).toBe(text);
  expect(awayText({ state: 'live', at: 0 }, 99_000)).toBeNull();
  expect(awayText(null, 99_000)).toBeNull();
});
