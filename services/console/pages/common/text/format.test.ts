import { expect, test } from 'vitest';
import {
  axisAmount,
  axisTime,
  countText,
  durationText,
  humanizeName,
  percentText,
  relativeTime,
  shortAmount,
  shortDate,
  spanText,
  stopwatchText,
  untilUtcDay,
  utcDays,
} from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1K'],
  [12_345, '12.3K'],
  [999_999, '999K'],
  [1_259_000, '1.25M'],
  [2_300_000, '2.3M'],
  [2_147_483_647, '2.14B'],
  [2 ** 53 - 1, '9,007T'],
  [-1_500, '-1.5K'],
])('%d is written %s', (amount, text) => {
  expect(shortAmount(amount)).toBe(text);
});

test.each([
  [300_100_000, 100_000, '300.1M'],
  [300_125_000, 25_000, '300.125M'],
  [301_000_000, 250_000, '301M'],
  [1_000_000, 50_000, '1M'],
  [950_000, 50_000, '950K'],
  [-2_500, 2_500, '-2.5K'],
  [9_007e12, 1e12, '9,007T'],
  [20, 5, '20'],
  [0.25, 0.25, '0.25'],
  [0, 1, '0'],
])('%d on an axis with marks %d apart is written %s', (amount, step, text) => {
  expect(axisAmount(amount, step)).toBe(text);
});

test('times are shown in one unit, and a time in the future from a faulty clock is shown as now', () => {
  const now = 1_789_410_126_800;
  const ages = [-60_000, 0, 59_000, 60_000, 3_600_000, 86_400_000, 60 * 86_400_000, 70 * 86_400_000];
  expect(ages.map((age) => relativeTime(now - age, now))).toEqual([
    'now',
    'now',
    '59 s ago',
    '1 min ago',
    '1 h ago',
    '1 d ago',
    '1 month ago',
    '2 months ago',
  ]);
});

test('the word after the number 1 is singular', () => {
  expect([0, 1, 1_200].map((count) => countText(count, 'session'))).toEqual([
    '0 sessions',
    '1 session',
    '1,200 sessions',
  ]);
});

test('minutes have two digits in durations with hours', () => {
  expect([-5, 30_000, 45 * 60_000, 125 * 60_000].map(durationText)).toEqual([
    '0 s',
    '30 s',
    '45 min',
    '2 h 05 min',
  ]);
});

test('a type of any plugin is written in words', () => {
  const written = ['collection_log', 'KILL_COUNT', 'PvP kill', ''].map(humanizeName);
  expect(written).toEqual(['Collection log', 'Kill count', 'PvP kill', '']);
});

test('an axis shows the date where a day starts, and the time between', () => {
  const [midnight, evening] = [new Date(2026, 8, 14).getTime(), new Date(2026, 8, 14, 18, 30).getTime()];
  const [hour, day] = [3_600_000, 86_400_000];
  // Independent of the language of the computer.
  expect(axisTime(midnight, hour)).toContain('14');
  expect(axisTime(evening, day)).toBe(axisTime(midnight, hour));
  expect(axisTime(evening, hour)).toMatch(/30/);
  expect(axisTime(evening, 30 * day)).toContain('2026');
});

test.each([
  [600, '0:00.60'],
  [56_400, '0:56.40'],
  [62_400, '1:02.40'],
  [4_805_000, '1:20:05.00'],
])('the best time %d is written %s', (ms, text) => {
  expect(stopwatchText(ms)).toBe(text);
});

test.each([
  [0, '1 min'],
  [59 * 60_000 - 1, '58 min'],
  [23.9 * 3_600_000, '23 h'],
  [(5 * 24 - 0.5) * 3_600_000, '4 d 23 h'],
  [(7 * 24 + 1) * 3_600_000, '7 d'],
  [3 * 365 * 86_400_000, '3 years'],
  [1e15, 'over 100 years'],
])('the span %d is written %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

test('a date has its year only when it is another year', () => {
  const now = Date.UTC(2026, 10, 30, 12);
  expect(utcDays('2026-11-03T00:00:00.000Z', 1, now)).not.toContain('2026');
  expect(utcDays('2025-11-03T00:00:00.000Z', 1, now)).toContain('2025');
  expect(shortDate(now - 86_400_000, now)).not.toContain('2026');
  expect(shortDate(now - 365 * 86_400_000, now)).toContain('2025');
  expect(utcDays('2026-11-03T00:00:00.000Z', 7, now)).not.toContain('2026');
  expect(utcDays('2025-12-28T00:00:00.000Z', 7, now)).toMatch(/2025 to .*2026/);
});

test('a range of whole days is named by its last day', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const first = '2026-11-12T00:00:00.000Z';
  const last = (days: number) => untilUtcDay(first, days, now);
  expect(last(1)).toBe(utcDays(first, 1, now));
  expect(last(7)).toBe(`until ${utcDays('2026-11-18T00:00:00.000Z', 1, now)}`);
});

test('a percent is rounded down, and a small share is more than 0', () => {
  expect([0, 0.000_2, 15 / 1_690, 0.0995, 0.5, 0.999, 1].map(percentText)).toEqual([
    ...['0 %', 'under 0.1 %', '0.8 %', '9.9 %', '50 %', '99 %', '100 %'],
  ]);
});
