import { expect, test } from 'vitest';
import { listCalendarDays, sumYear } from './activity-year.ts';

const day = (date: string, minutes: number, xp?: number) => ({ day: date, minutes, sessions: 1, xp });

test('a calendar has all days of the year, in columns of weeks that start on Monday', () => {
  const days = listCalendarDays(2026, [], 'time', '2025-11-20');
  expect(days).toHaveLength(365);
  // The year begins on a Thursday.
  expect(days[0]).toMatchObject({ day: '2026-01-01', week: 0, weekday: 3, level: 0 });
  expect(days[4]).toMatchObject({ day: '2026-01-05', week: 1, weekday: 0 });
  expect(days.at(-1)).toMatchObject({ day: '2026-12-31', week: 52, weekday: 3 });
  expect(listCalendarDays(2028, [], 'time', '2025-11-20')).toHaveLength(366);
});

test('a calendar begins with the month in which the account was first seen or played', () => {
  const firstOf = (since: string, played: readonly string[]) =>
    listCalendarDays(
      2026,
      played.map((date) => day(date, 5)),
      'time',
      since,
    )[0];
  // The month begins on a Sunday.
  expect(firstOf('2026-11-20T12:00:00Z', [])).toMatchObject({ day: '2026-11-01', week: 0, weekday: 6 });
  expect(firstOf('2026-11-20T12:00:00Z', ['2026-08-07'])).toMatchObject({ day: '2026-08-01', week: 0 });
  expect(firstOf('2026-11-20T12:00:00Z', ['2026-11-21'])?.day).toBe('2026-11-01');
  expect(firstOf('2025-11-20T12:00:00Z', ['2026-11-21'])?.day).toBe('2026-01-01');
});

test('days before the first report are marked, and a late report shows an earlier first day', () => {
  const before = (played: readonly ReturnType<typeof day>[]) =>
    listCalendarDays(2026, played, 'time', '2026-11-20T12:00:00Z').filter(({ isBefore }) => isBefore);
  expect(before([]).at(-1)?.day).toBe('2026-11-19');
  expect(before([day('2026-11-07', 5)]).at(-1)?.day).toBe('2026-11-06');
});

test('a played day has the level of its quarter, and equal days have equal levels', () => {
  const played = [
    day('2026-03-01', 10, 900),
    day('2026-03-02', 20),
    day('2026-03-03', 20, 0),
    day('2026-03-04', 300, 100),
  ];
  const levels = (measure: 'time' | 'xp') =>
    listCalendarDays(2026, played, measure, '2026-03-01').flatMap((each) =>
      each.played === null ? [] : each.level,
    );
  expect(levels('time')).toEqual([1, 2, 2, 4]);
  expect(levels('xp')).toEqual([4, 1, 1, 3]);
});

test('a year is summed, with the longest streak of days', () => {
  const dates = ['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-04', '2026-02-05'];
  expect(sumYear(dates.map((date) => day(date, 30, 5)))).toEqual({
    ...{ days: 5, minutes: 150, xp: 25, longestStreak: 3 },
  });
  expect(sumYear([day('2026-02-01', 30)])).toMatchObject({ xp: null, longestStreak: 1 });
  expect(sumYear([])).toMatchObject({ days: 0, longestStreak: 0 });
});
