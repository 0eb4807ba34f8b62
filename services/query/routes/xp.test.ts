import { expect, test } from 'vitest';
import { quill } from '../../../projections/access/testing/membership.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { categories } from '../../../shared/domain/category.ts';
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
      reportedXp('a', bucket - 10 * day, { Attack: 100, Magic: 1 }),
      reportedXp('a', bucket - hour, { Attack: 150 }),
      reportedXp('a', bucket - hour + minute, { Attack: 160 }),
      reportedXp('a', bucket - 20 * minute, { Attack: 170, Brewing: 5 }),
      reportedXp('b', bucket - hour, { Attack: 7 }),
      reportedXp('hidden', bucket - hour, { Attack: 7 }),
    ],
  }),
);

// rules/xp.md#points
test('an account has its series, and the default is Overall of the last 7 days (read-api 4 /accounts/{id}/xp, 8 "default ranges")', async () => {
  const { data } = guild();
  expect(await data('/accounts/a/xp')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    resolution: '5m',
    from: iso(now - 7 * day),
    to: iso(now),
    series: [
      {
        skill: 'Overall',
        points: [
          [iso(bucket - 7 * day - 5 * minute), 101],
          [iso(bucket - hour), 161],
          [iso(bucket - 20 * minute), 176],
        ],
      },
    ],
  });
});

test('a skill that the game does not have is found as it is spelled, or in the spelling of most readable accounts (rules/names.md#skills)', async () => {
  const { data } = await openTestApi({
    history: [
      reportedXp('a', bucket - hour, { Brewing: 5, brewing: 6 }),
      reportedXp('b', bucket - hour, { brewing: 7 }),
      reportedXp('hidden', bucket - hour, { Brewing: 9 }),
    ],
  });
  const seriesOf = async (account: string, skill: string) =>
    (await data(`/accounts/${account}/xp?skills=${skill}`)).series[0];
  expect(await seriesOf('a', 'Brewing')).toMatchObject({
    skill: 'Brewing',
    points: [[iso(bucket - hour), 5]],
  });
  expect(await seriesOf('b', 'brewing')).toMatchObject({
    skill: 'brewing',
    points: [[iso(bucket - hour), 7]],
  });
  expect(await seriesOf('b', 'BREWING')).toMatchObject({ skill: 'brewing' });
});

test('several accounts answer in request order, skills in canonical spelling and request order (read-api 2.6, 4 /xp)', async () => {
  const { data } = guild();
  const found = await data(
    `/xp?accounts=b,a,b&skills=magic,ATTACK,Magic,brewing&from=${iso(bucket - 20 * minute)}`,
  );
  expect(found).toMatchObject({ resolution: '5m', from: iso(bucket - 20 * minute), to: iso(now) });
  expect(found.accounts.map((each: { account: { id: string } }) => each.account.id)).toEqual(['b', 'a']);
  expect(found.accounts[0].series).toEqual([
    { skill: 'Magic', points: [] },
    { skill: 'Attack', points: [[iso(bucket - 25 * minute), 7]] },
    { skill: 'Brewing', points: [] },
  ]);
  expect(found.accounts[1].series).toEqual([
    { skill: 'Magic', points: [[iso(bucket - 25 * minute), 1]] },
    {
      skill: 'Attack',
      points: [
        [iso(bucket - 25 * minute), 160],
        [iso(bucket - 20 * minute), 170],
      ],
    },
    { skill: 'Brewing', points: [[iso(bucket - 20 * minute), 5]] },
  ]);
});

test('equal ends are empty, a future end is valid, and the resolution follows the range', async () => {
  const { data } = guild();
  const at = (query: string) => data(`/accounts/a/xp?skills=attack&${query}`);
  const empty = await at(`from=${iso(now)}&to=${iso(now)}`);
  expect(empty).toMatchObject({ from: iso(now), to: iso(now), series: [{ skill: 'Attack', points: [] }] });
  const resolution = async (query: string) => (await at(query)).resolution;
  expect(await resolution(`from=${iso(now - 7 * day)}`)).toBe('5m');
  expect(await resolution(`from=${iso(now - 7 * day - 5 * minute)}`)).toBe('5m');
  expect(await resolution(`from=${iso(now - 7 * day - 5 * minute - 1)}`)).toBe('1h');
  expect(await resolution(`from=${iso(now - 91 * day)}`)).toBe('1d');
  expect(await resolution(`resolution=1h&from=${iso(now - day)}`)).toBe('1h');
  expect(await resolution(`resolution=5m&from=${iso(now - 30 * day)}`)).toBe('1h');
  // A range that begins before the retention of 5-minute xp gets a coarser resolution.
  const edge = now - 365 * day;
  expect(await resolution(`resolution=5m&from=${iso(edge)}&to=${iso(edge + day)}`)).toBe('5m');
  expect(await resolution(`resolution=5m&from=${iso(edge - 1)}&to=${iso(edge + day)}`)).toBe('1h');
  expect((await at(`from=${iso(now - hour)}&to=${iso(now + 3 * day)}`)).to).toBe(iso(now + 3 * day));
  const days = [
    ['2026-09-04T00:00:00.000Z', 100],
    ['2026-09-14T00:00:00.000Z', 170],
  ];
  expect(await at('from=2024-01-01T00:00:00Z&to=2099-12-31T00:00:00Z')).toMatchObject({
    resolution: '1d',
    to: '2099-12-31T00:00:00.000Z',
    series: [{ points: days }],
  });
});

test('the error names the bad parameter, before any account is looked up', async () => {
  const { faults, makeKey } = guild();
  const skills = Array.from({ length: 31 }, (_, n) => `s${n}`).join(',');
  const of = (query: string) => faults(`/accounts/nobody/xp?${query}`);
  expect(await of('skills=attack,flying')).toEqual(['skills']);
  expect(await of(`skills=${skills}`)).toEqual(['skills']);
  expect(await of('resolution=')).toEqual(['resolution']);
  expect(await of('resolution=5M')).toEqual(['resolution']);
  expect(await of('from=2025-02-30T00:00:00Z')).toEqual(['from']);
  expect(await of('to=2025-02-01T00:00:00')).toEqual(['to']);
  expect(await of(`from=${iso(now)}&to=${iso(now - 1)}`)).toEqual(['from']);
  expect(await of(`from=${iso(now + 1)}`)).toEqual(['from']);
  expect(await faults('/xp')).toEqual(['accounts']);
  expect(await faults('/xp?accounts=')).toEqual(['accounts']);
  expect(await faults('/xp?accounts=a,b-c')).toEqual(['accounts']);
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`).join(',');
  expect(await faults(`/xp?accounts=${ids(51)}`)).toEqual(['accounts']);
  const user = await makeKey(2, quill);
  expect(await faults(`/xp?accounts=${ids(11)}`, user)).toEqual(['accounts']);
});

test('thirty skills are allowed, a repeated skill counts once, and an empty list counts as omitted (read-api 8 "skills")', async () => {
  const skills = Array.from({ length: 31 }, (_, n) => `Skill${n}`);
  const known = Object.fromEntries(skills.map((skill) => [skill, 1]));
  const { data, faults } = await openTestApi({ history: [reportedXp('a', bucket - hour, known)] });
  const thirty = skills.slice(0, 30);
  const repeated = [...thirty, ...thirty.map((skill) => skill.toUpperCase())];
  for (const path of ['/accounts/a/xp?', '/xp?accounts=a&']) {
    const { accounts, series = accounts[0].series } = await data(`${path}skills=${repeated}`);
    expect(series.map(({ skill }: { skill: string }) => skill)).toEqual(thirty);
    expect(await faults(`${path}skills=${skills}`)).toEqual(['skills']);
  }
  expect((await data('/accounts/a/xp?skills=,')).series).toMatchObject([{ skill: 'Overall' }]);
  expect((await data('/accounts/a/xp?skills=')).series).toMatchObject([{ skill: 'Overall' }]);
});

test('an account that the key is not allowed to read gets the same bytes as an unknown account (read-api 4.2)', async () => {
  const { text, makeKey } = guild();
  const others = categories.filter((category) => category !== 'stats');
  const blind = await makeKey(4, null, { categories: [...others] });
  const scoped = await makeKey(3, null, { accounts: ['a'] });
  for (const [path, key] of [
    ['/accounts/nobody/xp', undefined],
    ['/accounts/hidden/xp', undefined],
    ['/accounts/a/xp', blind],
    ['/accounts/b/xp', scoped],
    ['/xp?accounts=a,nobody', undefined],
    ['/xp?accounts=hidden', undefined],
    ['/xp?accounts=a,hidden,b', undefined],
    ['/xp?accounts=a', blind],
    ['/xp?accounts=a,b', scoped],
  ] as const) {
    expect(await text(path, key), path).toEqual([404, notFound]);
  }
  expect((await text('/xp?accounts=a', scoped))[0]).toBe(200);
});

test('a service key may name 50 accounts, and a user key 10 (read-api 5 rule 5, 8 "accounts")', async () => {
  const { text, makeKey } = guild();
  const ids = (count: number) => ['a', ...Array.from({ length: count - 1 }, (_, n) => `id${n}`)].join(',');
  expect((await text(`/xp?accounts=${ids(50)}`))[0]).toBe(404);
  expect((await text(`/xp?accounts=${ids(10)}`, await makeKey(5, quill)))[0]).toBe(404);
});
