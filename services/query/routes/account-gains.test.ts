import { expect, test } from 'vitest';
import { given, id } from '../../../projections/access/testing/membership.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { startOfLocalDay } from '../../../shared/domain/local-day.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const bucket = now - (now % (5 * minute));

const guild = onceAFile(() =>
  openTestApi({
    history: [
      reportedXp('a', bucket - 300 * day, { Attack: 10 }),
      reportedXp('a', bucket - 40 * day, { Attack: 60 }),
      reportedXp('a', bucket - 20 * day, { Attack: 100, Zeal: 3 }),
      reportedXp('a', bucket - 5 * day, { Attack: 150, Magic: 40 }),
      reportedXp('a', bucket - 20 * hour, { Attack: 170 }),
      reportedXp('a', bucket - 2 * hour, { Attack: 175, Magic: 45 }),
      // Counted up to now, although its 5-minute bucket has not ended.
      reportedXp('a', bucket + 1, { Attack: 180 }),
      reportedXp('hidden', bucket - hour, { Attack: 7 }),
    ],
  }),
);

type Gain = { readonly skill: string; readonly xp: number };
const byList = (data: { readonly gains: readonly Gain[] }) => data.gains.map(({ skill, xp }) => [skill, xp]);

// rules/xp.md#gains
test('every skill of the account is listed, Overall first, then in the game’s order (read-api 4 /accounts/{id}/gains)', async () => {
  const { data } = guild();
  expect(await data('/accounts/a/gains?period=week')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    period: 'week',
    from: iso(now - 7 * day),
    to: iso(now),
    // Magic was first reported within the week: its first 40 xp are not a gain.
    gains: [
      { skill: 'Overall', xp: 85 },
      { skill: 'Attack', xp: 80 },
      { skill: 'Magic', xp: 5 },
      { skill: 'Zeal', xp: 0 },
    ],
  });
});

test('a period reaches back 7, 30, 365 days, or to local midnight (read-api 4.2)', async () => {
  const { data } = guild();
  const attack = async (query: string) => byList(await data(`/accounts/a/gains${query}`))[1]?.[1];
  expect(await attack('?period=month')).toBe(180 - 60);
  expect(await attack('?period=year')).toBe(180 - 10);
  expect(await attack('?period=day')).toBe(10);
  const plain = await data('/accounts/a/gains');
  expect(plain).toMatchObject({ period: 'day', from: iso(now - (now % day)), to: iso(now) });
});

test('the ends of a range are rounded down to 5 minutes, and a range without an end ends now', async () => {
  const { data } = guild();
  const from = bucket - 2 * hour + 2 * minute;
  const open = await data(`/accounts/a/gains?from=${iso(from)}`);
  expect(open).toMatchObject({ period: null, from: iso(bucket - 2 * hour), to: iso(now) });
  expect(byList(open)).toContainEqual(['Attack', 180 - 170]);
  const closed = await data(`/accounts/a/gains?from=${iso(from)}&to=${iso(bucket - hour - 1)}`);
  expect(closed).toMatchObject({ from: iso(bucket - 2 * hour), to: iso(bucket - hour - 5 * minute) });
  expect(byList(closed)).toContainEqual(['Attack', 175 - 170]);
  const tomorrow = await data(`/accounts/a/gains?from=${iso(from)}&to=${iso(bucket + day)}`);
  expect(byList(tomorrow)).toContainEqual(['Attack', 180 - 170]);
  for (const at of [now, now + day]) {
    const empty = await data(`/accounts/a/gains?from=${iso(at)}&to=${iso(at)}`);
    expect(byList(empty)).toEqual([
      ['Overall', 0],
      ['Attack', 0],
      ['Magic', 0],
      ['Zeal', 0],
    ]);
  }
});

test.each([
  ['to=2026-09-14T00:00:00Z', 'to'],
  ['period=day&from=2026-09-14T00:00:00Z', 'period'],
  ['period=day&to=2026-09-14T00:00:00Z', 'period'],
  ['period=hour', 'period'],
  ['period=', 'period'],
  ['from=2026-09-14T01:00:00Z&to=2026-09-14T00:00:00Z', 'from'],
  ['from=2027-09-14T01:00:00Z', 'from'],
  ['from=yesterday', 'from'],
])('%s is refused, naming %s', async (query, parameter) => {
  const { faults } = guild();
  expect(await faults(`/accounts/nobody/gains?${query}`)).toEqual([parameter]);
});

test('an account that the key is not allowed to read is answered as unknown', async () => {
  const { text, makeKey } = guild();
  const blind = await makeKey(2, null, { categories: ['activity', 'events'] });
  expect(await text('/accounts/hidden/gains')).toEqual([404, notFound]);
  expect(await text('/accounts/nobody/gains')).toEqual([404, notFound]);
  expect(await text('/accounts/a/gains', blind)).toEqual([404, notFound]);
});

test('a day begins at midnight in the time zone of the key’s creator', async () => {
  const api = await openTestApi({ history: [] });
  const zones = ['America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
  for (const [index, zone] of zones.entries()) {
    const memberId = id(10 + index);
    await api.appendMembership(given.member(memberId, `Member ${index}`, { time_zone: zone }));
    const { from } = await api.data('/accounts/a/gains', await api.makeKey(10 + index, memberId));
    expect(from).toBe(iso(startOfLocalDay(now, zone)));
    const local = new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short', hour12: false });
    expect(local.format(Date.parse(from))).toMatch(/^(24|00):00$/);
  }
});
