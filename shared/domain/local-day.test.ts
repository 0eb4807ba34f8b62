import { describe, expect, it } from 'vitest';
import { localYear, startOfLocalDay, startsOfLocalDays } from './local-day.ts';

describe('startOfLocalDay', () => {
  it.each([
    ['UTC', '2026-09-14T10:00:00Z', '2026-09-14T00:00:00Z'],
    ['Europe/Amsterdam', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Amsterdam', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    // Midnight comes twice, and the first midnight begins the day.
    ['America/Havana', '2025-11-02T17:00:00Z', '2025-11-02T04:00:00Z'],
    // Midnight is missing: the day begins at 01:00.
    ['America/Havana', '2025-03-09T17:00:00Z', '2025-03-09T05:00:00Z'],
    // The clock moves by half an hour.
    ['Australia/Lord_Howe', '2026-04-05T03:00:00Z', '2026-04-04T13:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T03:00:00Z', '2026-10-03T13:30:00Z'],
    ['Asia/Kathmandu', '2026-09-14T18:14:59Z', '2026-09-13T18:15:00Z'],
    ['Asia/Kathmandu', '2026-09-14T18:15:00Z', '2026-09-14T18:15:00Z'],
    // Samoa had no 30 December 2011.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
  ])('in %s at %s is %s', (zone, now, start) => {
    expect(new Date(startOfLocalDay(Date.parse(now), zone)).toISOString()).toBe(
      new Date(start).toISOString(),
    );
  });
});

const hour = 3_600_000;

describe('startsOfLocalDays', () => {
  it.each([
    ['UTC', 2028],
    ['Europe/Amsterdam', 2026],
    ['America/Havana', 2025],
    ['Australia/Lord_Howe', 2026],
    ['Asia/Kathmandu', 2026],
    ['Africa/Cairo', 2026],
    ['America/Santiago', 2011],
    ['Pacific/Apia', 2011],
    ['Asia/Tokyo', 9999],
  ])('in %s in %i, each day begins as `startOfLocalDay` says', (zone, year) => {
    const starts = startsOfLocalDays(year, zone);
    expect(starts.length).toBe(year % 4 === 0 ? 367 : 366);
    for (const [index, start] of starts.slice(0, -1).entries()) {
      // Samoa had no 30 December 2011.
      const isMissing = starts[index + 1] === start;
      expect(isMissing).toBe(zone === 'Pacific/Apia' && index === 363);
      expect(startOfLocalDay((starts[index + 1] ?? 0) - 1, zone)).toBe(isMissing ? start - 24 * hour : start);
      if (!isMissing) expect(localYear(start, zone)).toBe(year);
    }
    expect(localYear(starts.at(-1) ?? 0, zone)).toBe(year + 1);
  });

  it('has days of 23 and 25 hours', () => {
    const starts = startsOfLocalDays(2026, 'Europe/Amsterdam');
    const hours = starts.slice(1).map((start, index) => (start - (starts[index] ?? 0)) / hour);
    expect([hours.indexOf(23), hours.indexOf(25)]).toEqual([87, 297]);
    expect(hours.filter((each) => each !== 24)).toHaveLength(2);
  });
});
