import { expect, test } from 'vitest';
import { openTestApi } from './testing/open-test-api.ts';

const dateTime = 'must be an RFC 3339 date-time with Z or an offset, years 1970 to 9999';

const refused: readonly (readonly [path: string, parameter: string, message: string])[] = [
  ['/accounts/a/xp?skills=attack,Foo,bar', 'skills', 'unknown skill: Foo'],
  ['/leaderboards/gains?skill=foo', 'skill', 'unknown skill: foo'],
  ['/leaderboards/gains?skill=', 'skill', 'skill must not be empty'],
  ['/leaderboards/gains?period=decade', 'period', 'period must be day, week, month or year'],
  ['/accounts/a/xp?resolution=2h', 'resolution', 'resolution must be auto, 5m, 1h or 1d'],
  ['/accounts?ids=a,!!', 'ids', 'ids must list account ids'],
  ['/xp?accounts=!!', 'accounts', 'accounts must list account ids'],
  ['/events?limit=501', 'limit', 'limit must be from 1 to 500'],
  ['/accounts/a/locations?detail=minute', 'detail', 'detail must be tile'],
  ['/accounts/a/xp?from=2026-13-01', 'from', `from ${dateTime}`],
];

test('the message of a 400 names the parameter and its fault (read-api 7 400)', async () => {
  const api = await openTestApi({ history: [] });
  for (const [path, parameter, message] of refused) {
    const { status, body } = await api.get(path, { key: api.key });
    expect([path, status, body.error.message]).toEqual([path, 400, message]);
    expect(body.error.details[0].path).toBe(parameter);
  }
});
