import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;
const today = now - (now % day);
const [level50, level60] = [101_333, 273_742];

const guild = onceAFile(() =>
  openTestApi({
    history: [
      ...['a', 'b', 'hidden'].map((account) => reportedXp(account, now - 40 * day, { Attack: level50 })),
      reportedXp('a', now - 9 * day, { Attack: level50 + 200_000, Zeal: 7 }),
      reportedXp('hidden', now - 2 * hour, { Attack: level60 }),
      reportedXp('b', now - hour, { Attack: level60 }),
      reportedXp('a', now - hour, { Attack: level50 + 230_000, Zeal: 27 }),
    ],
  }),
);

const record = (skill: string, period: string, gain: number, days: number, last: number) => ({
  ...{ skill, period, gain, from: iso(last + day - days * day), to: iso(last + day) },
});
const fifty = { kind: 'level', skill: 'Attack', value: 50, at: null, rank: null };
const sixty = (at: number, rank: number) => ({ ...fifty, value: 60, at: iso(at), rank });

// rules/records.md#records
test('records have the best day, 7 days and 30 days, and agree with the gains of their ranges', async () => {
  const { data } = guild();
  const { account, records } = await data('/accounts/a/records');
  const before = today - 9 * day;
  expect(account).toEqual({ id: 'a', name: 'Quillon Fen' });
  expect(records).toEqual([
    record('Overall', 'day', 200_000, 1, before),
    record('Overall', 'week', 200_000, 7, before),
    record('Overall', 'month', 230_020, 30, today),
    record('Attack', 'day', 200_000, 1, before),
    record('Attack', 'week', 200_000, 7, before),
    record('Attack', 'month', 230_000, 30, today),
    ...(['day', 'week', 'month'] as const).map((period, index) =>
      record('Zeal', period, 20, [1, 7, 30][index] ?? 0, today),
    ),
  ]);
  for (const { skill, gain, from, to } of records) {
    const { gains } = await data(`/accounts/a/gains?from=${from}&to=${to}`);
    expect(gains).toContainEqual({ skill, xp: gain });
  }
});

test('ranks count the accounts that the key reads, and equal times go by name', async () => {
  const api = guild();
  const milestones = async (account: string, key?: string) =>
    (await api.data(`/accounts/${account}/records`, key)).milestones;
  expect(await milestones('a')).toEqual([sixty(now - 9 * day, 1), fifty]);
  expect(await milestones('b')).toEqual([sixty(now - hour, 2), fifty]);
  const own = await api.makeKey(2, quill, { accounts: ['a'] });
  expect(await milestones('a', own)).toEqual([sixty(now - 9 * day, 1), fifty]);
  await api.appendMembership(
    given.identity('tied', quill),
    given.description('tied', 'Bram Aa'),
    given.identity('later', quill),
    given.description('later', 'Bram Zz'),
  );
  await api.recordPast(
    ...['tied', 'later'].map((account) => reportedXp(account, now - 40 * day, { Attack: level50 })),
    ...['tied', 'later'].map((account) => reportedXp(account, now - hour, { Attack: level60 })),
  );
  expect(await milestones('b')).toEqual([sixty(now - hour, 3), fifty]);
  expect(await milestones('later')).toEqual([sixty(now - hour, 4), fifty]);
});

test('CSV has a line for each record and milestone', async () => {
  const [, csv] = await guild().text('/accounts/b/records?format=csv');
  const gain = level60 - level50;
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'account_id,account_name,skill,period,gain,from,to,kind,value,at,rank',
    `b,Bram Oak,Overall,day,${gain},${iso(today)},${iso(today + day)},,,,`,
  ]);
  expect(csv).toContain(`b,Bram Oak,Attack,,,,,level,60,${iso(now - hour)},`);
});

test('both lists are null without xp, and an account without stats is unknown', async () => {
  const api = guild();
  await api.appendMembership(given.identity('quiet', quill), given.description('quiet', 'Quiet Fox'));
  const data = await api.data('/accounts/quiet/records');
  expect(data).toMatchObject({ records: null, milestones: null });
  expect(await api.text('/accounts/hidden/records')).toEqual([404, notFound]);
});
