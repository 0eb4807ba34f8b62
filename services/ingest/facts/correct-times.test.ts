import { describe, expect, it } from 'vitest';
import { correctTime, occurredAt } from './correct-times.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

describe('the time of a game event', () => {
  const times = { receivedAt: noon, at: noon - 1_000, isLate: false, offset: 5_000 };

  it.each([
    ['corrected like the report', noon - 20_000, noon - 15_000],
    ['never after receipt', noon - 1, noon],
    ['never more than 15 minutes before receipt', noon - day, noon - 15 * minute],
    ['the time of the report, for an event without a time', null, noon - 1_000],
    ['the time of the report, for an impossible time', 7, noon - 1_000],
    ['the time of the report, for a time far ahead', noon + 2 * day, noon - 1_000],
  ])('is %s', (_case, sent, expected) => {
    expect(occurredAt(sent, times)).toBe(expected);
  });

  it('is null for a trail tile with an impossible time', () => {
    expect(correctTime(7, times)).toBeNull();
    expect(correctTime(noon - 20_000, times)).toBe(noon - 15_000);
  });
});
