import { expect, test } from 'vitest';
import { notMadeTexts, wasMade } from './page-doctor-checks.ts';

const check = (name: string, needs?: string | null) => ({ name, ...(needs !== undefined && { needs }) });

test('checks that wait for the same part are one line', () => {
  const checks = [
    check('database', null),
    check('lag', 'database'),
    check('parked', 'database'),
    check('disk', 'log'),
  ];
  expect(checks.filter(wasMade).map(({ name }) => name)).toEqual(['database']);
  expect(notMadeTexts(checks)).toEqual([
    '2 further checks need the database first',
    '1 further check needs the log first',
  ]);
});

test('findings of a release that did not say what a check needs all stand', () => {
  const checks = [check('database'), check('lag')];
  expect(checks.every(wasMade)).toBe(true);
  expect(notMadeTexts(checks)).toEqual([]);
});
