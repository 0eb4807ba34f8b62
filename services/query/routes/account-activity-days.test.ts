import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { endedAt, seenAt } from '../../../projections/play-sessions/testing/activity.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { notFound } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const at = (text: string) => Date.parse(text);

function played(account: string, from: string, to: string, world = {}) {
  const [begin, end] = [at(from), at(to)];
  const timeout_ms = end - begin;
  return [seenAt(account, begin, { timeout_ms, ...world }), endedAt(account, end)];
}

const guild = onceAFile(() =>
  openTestApi({
    history: [
      // In Amsterdam, 29 March 2026 has 23 hours, and 26 October 2025 has 25 hours.
      ...played('a', '2025-10-25T21:30:00Z', '2025-10-26T23:30:00Z'),
      ...played('a', '2026-03-28T22:30:00Z', '2026-03-29T22:30:00Z', { special_world: true }),
      reportedXp('a', at('2026-03-29T01:00:00Z'), { Attack: 100, Magic: 10 }),
      reportedXp('a', at('2026-03-29T21:59:00Z'), { Attack: 150 }),
      reportedXp('a', at('2026-03-29T22:01:00Z'), { Attack: 157, Prayer: 30 }),
      ...played('a', '2026-09-14T10:00:00Z', '2026-09-14T10:20:29Z'),
      ...played('a', '2026-09-14T11:00:00Z', '2026-09-14T11:20:00Z'),
      ...played('hidden', '2026-09-14T10:00:00Z', '2026-09-14T10:20:00Z'),
      reportedXp('hidden', at('2026-09-14T10:00:00Z'), { Attack: 100 }),
    ].toSorted((one, other) => one.appendTime - other.appendTime),
  }),
);

const day = (name: string, minutes: number, sessions: number, xp: number | null) => ({
  ...{ day: name, minutes, sessions, xp },
});

// rules/additions.md#accountsidactivity-days
test('days of 23 and 25 hours have the minutes and the xp between their midnights', async () => {
  const { data } = guild();
  expect(await data('/accounts/a/activity-days?tz=europe/amsterdam')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    year: 2026,
    tz: 'Europe/Amsterdam',
    days: [
      day('2026-03-28', 30, 1, null),
      day('2026-03-29', 23 * 60, 1, 50),
      day('2026-03-30', 30, 1, 7),
      day('2026-09-14', 40, 2, 0),
    ],
  });
  const { days } = await data('/accounts/a/activity-days?tz=Europe/Amsterdam&year=2025');
  expect(days).toEqual([
    day('2025-10-25', 30, 1, null),
    day('2025-10-26', 25 * 60, 1, null),
    day('2025-10-27', 30, 1, null),
  ]);
});

test("days begin in the zone of the key's creator, and in UTC for a service key", async () => {
  const { data, makeKey, appendMembership } = guild();
  await appendMembership(given.member(quill, 'Quill', { time_zone: 'Asia/Kathmandu' }));
  const member = await data('/accounts/a/activity-days', await makeKey(2, quill));
  expect([member.tz, member.days[0]]).toEqual(['Asia/Kathmandu', day('2026-03-29', 19 * 60 + 45, 1, 0)]);
  const { tz, days } = await data('/accounts/a/activity-days');
  expect([tz, days.slice(0, 2)]).toEqual([
    'UTC',
    [day('2026-03-28', 90, 1, null), day('2026-03-29', 22 * 60 + 30, 1, 57)],
  ]);
});

test('a year without play has no days, and a wrong year or zone is refused', async () => {
  const { data, faults } = guild();
  for (const year of [1970, 2024, 9999]) {
    expect(await data(`/accounts/a/activity-days?year=${year}&tz=Asia/Tokyo`)).toMatchObject({
      year,
      days: [],
    });
  }
  for (const query of ['year=1969', 'year=10000', 'year=', 'tz=%2B02:00', 'tz=Mars/Base'])
    expect(await faults(`/accounts/a/activity-days?${query}`)).toEqual([query.split('=')[0]]);
});

test('xp is left out without the category stats, and activity decides about the days', async () => {
  const { data, text, makeKey } = guild();
  expect((await data('/accounts/hidden/activity-days')).days).toEqual([
    { day: '2026-09-14', minutes: 20, sessions: 1 },
  ]);
  const stats = await makeKey(3, null, { categories: ['stats'] });
  expect(await text('/accounts/a/activity-days', stats)).toEqual([404, notFound]);
});
