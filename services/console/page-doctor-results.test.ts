import { expect, test } from 'vitest';
import { describeMissingChecks, hasCheckRun } from './page-doctor-results.ts';

const check = (name: string, needs: string | null) => ({ name, needs });

test('checks that wait for the same part are shown in one line', () => {
  const checks = [
    check('database', null),
    check('lag', 'database'),
    check('parked', 'database'),
    check('disk', 'log'),
  ];
  expect(checks.filter(hasCheckRun).map(({ name }) => name)).toEqual(['database']);
  expect(describeMissingChecks(checks)).toEqual([
    '2 further checks need the database first',
    '1 further check needs the log first',
  ]);
});
