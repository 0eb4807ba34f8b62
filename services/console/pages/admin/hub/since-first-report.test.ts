import { expect, test } from 'vitest';
import { sinceFirstReport } from './since-first-report.ts';

const hours = [
  { at: '2026-11-29T09:00:00.000Z', reports: 0, refused: 0 },
  { at: '2026-11-29T10:00:00.000Z', reports: 0, refused: 0 },
  { at: '2026-11-29T11:00:00.000Z', reports: 0, refused: 2 },
  { at: '2026-11-29T12:00:00.000Z', reports: 7, refused: 0 },
];
const end = '2026-11-29T13:00:00.000Z';

test('the chart begins with the empty hour before the first report, and ends with the last hour, but not in the future', () => {
  const last = { reports: 7, refused: 0 };
  const shownAt = (now: string) => sinceFirstReport(hours, Date.parse(now));
  expect(shownAt('2026-11-29T13:40:00.000Z')).toEqual([...hours.slice(1), { at: end, ...last }]);
  const now = '2026-11-29T12:20:00.000Z';
  expect(shownAt(now)).toEqual([...hours.slice(1), { at: now, ...last }]);
});

test('a week without reports stays a week', () => {
  const quiet = hours.map((hour) => ({ ...hour, refused: 0, reports: 0 }));
  expect(sinceFirstReport(quiet, Date.parse(end))).toEqual([...quiet, { at: end, reports: 0, refused: 0 }]);
  expect(sinceFirstReport([], 0)).toEqual([]);
});
