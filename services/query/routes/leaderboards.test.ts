import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { startOfLocalDay } from '../../../shared/domain/local-day.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const bucket = now - (now % (5 * minute));

/** Each account gains this much in each skill, between 9 days ago and an hour ago. */
function gained(gains: Readonly<Record<string, Readonly<Record<string, number>>>>): TimedEvent[] {
  return Object.entries(gains)
    .flatMap(([account, skills]) => gainedOf(account, skills))
    .toSorted((left, right) => left.appendTime - right.appendTime);
}

function gainedOf(account: string, skills: Readonly<Record<string, number>>): TimedEvent[] {
  const before = Object.fromEntries(Object.keys(skills).map((skill) => [skill, 1_000]));
  const after = Object.fromEntries(Object.entries(skills).map(([skill, gain]) => [skill, 1_000 + gain]));
  return [reportedXp(account, bucket - 9 * day, before), reportedXp(account, bucket - hour, after)];
}

const gainers = onceAFile(() =>
  openTestApi({
    history: gained({
      a: { Attack: 50, Magic: 10, Zeal: 5, Prayer: 0 },
      b: { Attack: 60, Zeal: 5 },
      hidden: { Attack: 900 },
    }),
  }),
);

// rules/xp.md#leaderboards
test('lists Overall first and then every skill with gains when no skill is given', async () => {
  const { data } = gainers();
  const [quillon, bram] = [
    { id: 'a', name: 'Quillon Fen' },
    { id: 'b', name: 'Bram Oak' },
  ];
  const ranked = (...entries: [object, number][]) =>
    entries.map(([account, gain], index) => ({ rank: index + 1, account, gain }));
  expect(await data('/leaderboards/gains')).toEqual({
    period: 'day',
    from: iso(now - (now % day)),
    to: iso(now),
    leaderboards: [
      // Equal gains are ranked by account id.
      { skill: 'Overall', entries: ranked([quillon, 65], [bram, 65]) },
      { skill: 'Attack', entries: ranked([bram, 60], [quillon, 50]) },
      { skill: 'Magic', entries: ranked([quillon, 10]) },
      { skill: 'Zeal', entries: ranked([quillon, 5], [bram, 5]) },
    ],
  });
});

test('lists only the requested skill, even if nobody gained xp in it', async () => {
  const { data, faults } = gainers();
  const of = async (query: string) => (await data(`/leaderboards/gains?${query}`)).leaderboards;
  expect(await of('skill=attack&period=week')).toMatchObject([
    { skill: 'Attack', entries: [{ gain: 60 }, {}] },
  ]);
  expect(await of('skill=PRAYER')).toEqual([{ skill: 'Prayer', entries: [] }]);
  expect(await of('skill=zeal')).toMatchObject([{ skill: 'Zeal' }]);
  expect(await of('skill=overall')).toMatchObject([{ skill: 'Overall' }]);
  expect(await faults('/leaderboards/gains?skill=flying')).toEqual(['skill']);
  expect(await faults('/leaderboards/gains?skill=')).toEqual(['skill']);
  expect(await faults('/leaderboards/gains?period=decade')).toEqual(['period']);
});

// rules/xp.md#standings
test('standings have any range, team and number, and the neighbours of an account', async () => {
  const names = ['Zed', 'Ann', 'Bea', 'Cid', 'Dot', 'Eve', 'Fay', 'Gus', 'Hal', 'Ivy', 'Joe', 'Kim'];
  const ids = names.map((_, n) => `many${String(n).padStart(2, '0')}`);
  // Zed and Ann gain the same.
  const gains = Object.fromEntries(ids.map((account, n) => [account, { Attack: 100 - Math.max(1, n) }]));
  const api = await openTestApi({ history: gained({ ...gains, hidden: { Attack: 1_000 } }) });
  await api.appendMembership(
    ...ids.flatMap((account, n) => [
      given.identity(account, quill),
      given.description(account, names[n] ?? ''),
    ]),
  );
  const board = async (query: string) =>
    (await api.data(`/leaderboards/gains?skill=attack&${query}`)).leaderboards[0];
  const shown = (entries: { rank: number; account: { name: string } }[]) =>
    entries.map(({ rank, account }) => `${rank} ${account.name}`);
  expect(shown((await board('period=week')).entries).slice(0, 3)).toEqual(['1 Zed', '2 Ann', '3 Bea']);
  expect(await board('period=week')).not.toHaveProperty('around');
  expect(shown((await board('period=week&limit=3')).entries)).toEqual(['1 Ann', '2 Zed', '3 Bea']);
  expect((await board('period=week&limit=500')).entries).toHaveLength(12);
  const { entries, around } = await board('period=week&limit=1&around=many11');
  expect([shown(entries), shown(around)]).toEqual([['1 Ann'], ['10 Ivy', '11 Joe', '12 Kim']]);
  expect(shown((await board('period=week&around=many02')).around)).toEqual([
    ...['1 Ann', '2 Zed', '3 Bea', '4 Cid', '5 Dot'],
  ]);
  expect((await board('period=week&around=a')).around).toEqual([]);
  const team = await board('period=week&accounts=many11,many03,a&around=many05');
  expect([shown(team.entries), team.around]).toEqual([['1 Cid', '2 Kim'], []]);
  const until = await api.data(`/leaderboards/gains?skill=attack&to=${iso(now)}`);
  expect(until).toMatchObject({ period: 'range', from: iso(0), to: iso(now - (now % 300_000)) });
  expect(until.leaderboards[0].entries).toHaveLength(10);
  expect((await board(`from=${iso(now - minute)}`)).entries).toEqual([]);
  for (const [query, fault] of [
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['around=', 'around'],
    [`from=${iso(now)}&to=${iso(0)}`, 'from'],
    [`to=${iso(0)}&period=day`, 'period'],
  ]) {
    expect(await api.faults(`/leaderboards/gains?${query}`)).toEqual([fault]);
  }
  for (const query of ['accounts=a,hidden', 'accounts=nobody', 'around=hidden', 'around=nobody'])
    expect(await api.text(`/leaderboards/gains?${query}`)).toEqual([404, notFound]);
});

test('the top ten are ranked (read-api 4 /leaderboards/gains)', async () => {
  const accounts = Array.from({ length: 12 }, (_, n) => `many${String(n).padStart(2, '0')}`);
  const gains = Object.fromEntries(accounts.map((account, n) => [account, { Attack: n }]));
  const api = await openTestApi({ history: gained(gains) });
  await api.appendMembership(
    ...accounts.flatMap((account) => [given.identity(account, quill), given.description(account, account)]),
  );
  const { leaderboards } = await api.data('/leaderboards/gains?skill=Attack&period=year');
  expect(
    leaderboards[0].entries.map((entry: { rank: number; gain: number }) => [entry.rank, entry.gain]),
  ).toEqual(Array.from({ length: 10 }, (_, n) => [n + 1, 11 - n]));
});

test('drops are ranked by value, and the drop that was stored later comes first when values are equal (read-api 4 /leaderboards/loot)', async () => {
  const api = await openTestApi({ history: [] });
  const drop = (account: string, value_gp: number | null, some: Parameters<typeof gameEvent>[1] = {}) =>
    gameEvent(account, { value_gp, occurred_at: now - hour, ...some });
  await api.record(
    drop('a', 500),
    drop('b', 900, { type: 'pk_loot' }),
    drop('b', 500),
    drop('hidden', 9_000),
    drop('a', 9_000, { type: 'death' }),
    drop('a', 9_000, { special_world: true }),
    drop('a', 7_000, { occurred_at: now - 2 * day }),
    drop('a', null),
  );
  const loot = async (query = '') => {
    const { entries, ...rest } = await api.data(`/leaderboards/loot${query}`);
    return {
      ...rest,
      values: entries.map((entry: Entry) => [entry.rank, entry.event.account.id, entry.event.value_gp]),
    };
  };
  expect(await loot()).toEqual({
    period: 'day',
    from: iso(now - (now % day)),
    to: iso(now),
    values: [
      [1, 'b', 900],
      [2, 'b', 500],
      [3, 'a', 500],
    ],
  });
  expect(await loot('?period=week&limit=02')).toMatchObject({
    from: iso(now - 7 * day),
    values: [
      [1, 'a', 7_000],
      [2, 'b', 900],
    ],
  });
  const [feed] = (await api.data('/events?types=pk_loot')) as unknown[];
  expect((await api.data('/leaderboards/loot?limit=1')).entries).toEqual([{ rank: 1, event: feed }]);
  for (const limit of ['0', '51', '-1', '1e1', '']) {
    expect(await api.faults(`/leaderboards/loot?limit=${limit}`)).toEqual(['limit']);
  }
  expect(await api.faults('/leaderboards/loot?period=hour')).toEqual(['period']);
});

// rules/drops.md#leaderboard-of-drops
test('drops have any range, team and items, the neighbours of an account, and groups by item', async () => {
  const api = await openTestApi({ history: [] });
  const dropped = (account: string, hours: number, items: readonly (readonly [number, string, number])[]) => {
    const value_gp = items.reduce((sum, [, , price]) => sum + price, 0);
    const list = items.map(([id, name, gePrice]) => ({ id, name, quantity: 1, gePrice }));
    const data = JSON.stringify({ data: { source: 'Zulrah', items: list } });
    return gameEvent(account, { value_gp, occurred_at: now - hours * hour, data });
  };
  const [fang, scales] = [[12_922, 'Tanzanite fang', 500] as const, [12_934, '=Scales', 90] as const];
  await api.record(
    dropped('a', 50, [fang, scales]),
    dropped('b', 40, [fang]),
    dropped('b', 30, [scales]),
    dropped('a', 20, [scales]),
    dropped('hidden', 20, [[12_922, 'Secret hat', 9_000]]),
  );
  const board = async (query: string) => await api.data(`/leaderboards/loot?${query}`);
  const shown = (entries: Entry[]) =>
    entries.map(({ rank, event }) => `${rank} ${event.account.id} ${event.value_gp}`);
  const all = await board(`to=${iso(now - 20 * hour + 1)}`);
  expect(all).toMatchObject({ period: 'range', from: iso(0), to: iso(now - 20 * hour + 1) });
  expect(shown(all.entries)).toEqual(['1 a 590', '2 b 500', '3 a 90', '4 b 90']);
  expect(all).not.toHaveProperty('around');
  expect(all).not.toHaveProperty('items');
  const middle = `from=${iso(now - 40 * hour)}&to=${iso(now - 20 * hour)}`;
  expect(shown((await board(middle)).entries)).toEqual(['1 b 500', '2 b 90']);
  expect((await board(`from=${iso(now - hour)}`)).to).toBe(iso(now));
  expect(shown((await board('period=week&accounts=a')).entries)).toEqual(['1 a 590', '2 a 90']);
  for (const items of ['12922', 'tanzanite%20FANG'])
    expect(shown((await board(`period=week&items=${items}`)).entries)).toEqual(['1 a 590', '2 b 500']);
  expect((await board('period=week&items=secret%20hat')).entries).toEqual([]);
  const { entries, around } = await board('period=week&limit=1&around=b');
  expect([shown(entries), shown(around)]).toEqual([['1 a 590'], ['1 a 590', '2 b 500', '3 a 90', '4 b 90']]);
  expect((await board('accounts=a&around=b&period=week')).around).toEqual([]);
  const grouped = await board('period=week&group=item');
  expect([grouped.entries, grouped.items]).toEqual([
    [],
    [
      {
        ...{ rank: 1, id: 12_922, name: 'Tanzanite fang', quantity: 2, value_gp: 1_000 },
        ...{ first_at: iso(now - 50 * hour), last_at: iso(now - 40 * hour), drops: 2 },
      },
      {
        ...{ rank: 2, id: 12_934, name: '=Scales', quantity: 3, value_gp: 270 },
        ...{ first_at: iso(now - 50 * hour), last_at: iso(now - 20 * hour), drops: 3 },
      },
    ],
  ]);
  const [, csv] = await api.text(`/leaderboards/loot?${middle}&accounts=b&group=item&items=12934&format=csv`);
  expect(csv.split('\r\n')).toEqual([
    'period,from,to,rank,item_id,item_name,quantity,value_gp,first_at,last_at,drops',
    `range,${iso(now - 40 * hour)},${iso(now - 20 * hour)},1,12934,'=Scales,1,90,${iso(now - 30 * hour)},${iso(now - 30 * hour)},1`,
    '',
  ]);
  const entryOf = (rank: number, account: string, name: string, gp: number, drops: number) => ({
    ...{ rank, account: { id: account, name }, value_gp: gp, drops },
  });
  const [first, second] = [entryOf(1, 'a', 'Quillon Fen', 680, 2), entryOf(2, 'b', 'Bram Oak', 590, 2)];
  expect(await board('period=week&group=account')).toMatchObject({ entries: [], accounts: [first, second] });
  expect((await board('period=week&group=account&limit=1')).accounts).toEqual([first]);
  expect((await board('period=week&group=account&limit=1&around=b')).accounts).toEqual([first, second]);
  expect((await board('period=week&group=account&items=12922')).accounts).toEqual([
    entryOf(1, 'a', 'Quillon Fen', 590, 1),
    entryOf(2, 'b', 'Bram Oak', 500, 1),
  ]);
  const [, accountCsv] = await api.text(`/leaderboards/loot?${middle}&accounts=b&group=account&format=csv`);
  expect(accountCsv.split('\r\n')).toEqual([
    'period,from,to,rank,account_id,account_name,value_gp,drops',
    `range,${iso(now - 40 * hour)},${iso(now - 20 * hour)},1,b,Bram Oak,590,2`,
    '',
  ]);
  for (const [query, fault] of [
    [`period=day&from=${iso(0)}`, 'period'],
    [`from=${iso(now)}&to=${iso(0)}`, 'from'],
    ['group=player', 'group'],
    ['group=item&around=a', 'around'],
    ['limit=51', 'limit'],
  ])
    expect(await api.faults(`/leaderboards/loot?${query}`)).toEqual([fault]);
  for (const query of ['accounts=a,hidden', 'accounts=nobody', 'around=hidden'])
    expect(await api.text(`/leaderboards/loot?${query}`)).toEqual([404, notFound]);
});

test('ten drops are ranked when no limit is given', async () => {
  const api = gainers();
  await api.record(
    ...Array.from({ length: 60 }, (_, n) => gameEvent('a', { value_gp: n, occurred_at: now - minute })),
  );
  expect((await api.data('/leaderboards/loot')).entries).toHaveLength(10);
  expect((await api.data('/leaderboards/loot?limit=50')).entries).toHaveLength(50);
});

test('a key without the category gets empty lists, and so does a key without accounts', async () => {
  const api = gainers();
  await api.record(gameEvent('a', { value_gp: 1, occurred_at: now - minute }));
  const stats = await api.makeKey(2, null, { categories: ['stats'] });
  const events = await api.makeKey(3, null, { categories: ['events'] });
  const dataFor = async (path: string, key: string) => (await api.get(path, { key })).body.data;
  expect(await dataFor('/leaderboards/gains', events)).toMatchObject({ leaderboards: [] });
  expect((await dataFor('/leaderboards/gains?skill=attack', events)).leaderboards).toEqual([
    { skill: 'Attack', entries: [] },
  ]);
  expect(await dataFor('/leaderboards/loot', stats)).toMatchObject({ entries: [] });
  expect(await api.faults('/leaderboards/gains?skill=flying', events)).toEqual(['skill']);
  const both = await api.makeKey(4, null, {
    accounts: ['hidden'],
    categories: ['stats', 'events', 'activity'],
  });
  expect((await api.data('/leaderboards/gains', both)).leaderboards).toEqual([]);
  expect((await api.data('/leaderboards/gains?skill=attack', both)).leaderboards).toEqual([
    { skill: 'Attack', entries: [] },
  ]);
  expect((await api.data('/leaderboards/loot', both)).entries).toEqual([]);
});

test('a day of both leaderboards begins at midnight in the time zone of the reader (read-api 4.2)', async () => {
  const midnight = now - (now % day);
  const [evening, night] = [midnight - hour, midnight + 2 * hour];
  const xpAt = (at: number, xp: number) => reportedXp('a', at, { Attack: xp });
  const api = await openTestApi({
    history: [xpAt(now - 3 * day, 100), xpAt(evening, 130), xpAt(night, 135)],
  });
  await api.record(
    gameEvent('a', { value_gp: 77, occurred_at: evening }),
    gameEvent('a', { value_gp: 88, occurred_at: night }),
  );
  const answerIn = async (number: number, zone: string) => {
    const member = id(number);
    await api.appendMembership(given.member(member, `Member ${number}`, { time_zone: zone }));
    const key = await api.makeKey(number, member);
    const gains = await api.data('/leaderboards/gains?skill=attack', key);
    const loot = await api.data('/leaderboards/loot', key);
    return {
      from: [gains.from, loot.from],
      gain: gains.leaderboards[0].entries.map((entry: { gain: number }) => entry.gain),
      values: loot.entries.map(({ event }: Entry) => event.value_gp),
    };
  };
  const answer = (zone: string, gain: number[], values: number[]) => {
    const from = iso(startOfLocalDay(now, zone));
    return { from: [from, from], gain, values };
  };
  const [east, west] = ['Europe/Berlin', 'America/Havana'];
  expect(await answerIn(10, east)).toEqual(answer(east, [35], [88, 77]));
  expect(await answerIn(11, 'UTC')).toEqual(answer('UTC', [5], [88]));
  expect(await answerIn(12, west)).toEqual(answer(west, [], []));
  const zoned = async (zone: string) => [
    (await api.data(`/leaderboards/gains?skill=attack&tz=${zone}`)).from,
    (await api.data(`/leaderboards/loot?tz=${zone}`)).from,
    (await api.data(`/accounts/a/gains?tz=${zone}`)).from,
  ];
  for (const zone of [east, west, 'europe/berlin']) {
    expect(await zoned(zone)).toEqual(Array(3).fill(iso(startOfLocalDay(now, zone))));
  }
  for (const zone of ['%2B05:30', 'Mars/Olympus', '', 'x'.repeat(65)]) {
    for (const path of ['/leaderboards/gains', '/leaderboards/loot', '/accounts/a/gains']) {
      expect((await api.text(`${path}?tz=${zone}`))[0], `${path} ${zone}`).toBe(400);
    }
  }
});

interface Entry {
  readonly rank: number;
  readonly event: { readonly value_gp: number; readonly account: { readonly id: string } };
}
