import fc from 'fast-check';
import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import type { CompetitionMetric } from '../../../shared/domain/competition.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const [bucketMs, hour] = [300_000, 3_600_000];
const start = now - (now % hour) - 10 * hour;
const names = { a: 'Quillon Fen', b: 'Bram Oak' } as const;
const metrics = [
  { kind: 'xp', name: 'Overall' },
  { kind: 'xp', name: 'Attack' },
  { kind: 'kills', name: 'zulrah ' },
  { kind: 'drops', name: null },
] as const satisfies readonly CompetitionMetric[];

interface Standing {
  readonly rank: number;
  readonly account: { readonly id: string; readonly name: string };
  readonly team: string | null;
  readonly value: number;
}

interface Reported {
  readonly account: string;
  readonly at: number;
  /** The increase of the counter of the account. */
  readonly kind: 'Attack' | 'Magic' | 'kills' | 'drops';
  readonly value: number;
}

/** In the order of the log. Xp never falls; a count may be reported again or be too low. */
const [past = []] = fc
  .sample(
    fc.array(
      fc.record({
        account: fc.constantFrom('a', 'b', 'hidden'),
        kind: fc.constantFrom('Attack', 'Magic', 'kills', 'drops'),
        minute: fc.integer({ min: 0, max: 599 }),
        value: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 300, maxLength: 300 },
    ),
    { seed: 55, numRuns: 1 },
  )
  .map((reports) =>
    accumulated(reports.map(({ minute, ...each }) => ({ ...each, at: start + minute * 60_000 }))),
  );

function accumulated(reports: readonly Reported[]): Reported[] {
  const known = new Map<string, number>();
  return reports
    .toSorted((one, other) => one.at - other.at)
    .map((report) => {
      if (report.kind === 'drops') return report;
      const key = `${report.account} ${report.kind}`;
      const value = (known.get(key) ?? 1_000) + report.value;
      known.set(key, value);
      const isTooLow = report.kind === 'kills' && report.value % 5 === 0;
      return { ...report, value: isTooLow ? value - 2 * report.value : value };
    });
}

function eventOf({ account, at, kind, value }: Reported): TimedEvent {
  if (kind === 'Attack' || kind === 'Magic') return reportedXp(account, at, { [kind]: value });
  const data = JSON.stringify({ type: 'KILL_COUNT', extra: { boss: 'Zulrah', count: value } });
  const event = kind === 'drops' ? { value_gp: value } : { type: 'KILL_COUNT', value_gp: null, data };
  return { ...gameEvent(account, { ...event, occurred_at: at }), appendTime: at };
}

/** By rules/competitions.md#standings, from the log alone. */
function naive({ kind, name }: CompetitionMetric, from: number, to: number, account: string): number {
  const of = past.filter((report) => report.account === account);
  const counted = (counter: Reported['kind']) => of.filter((report) => report.kind === counter);
  const valuesIn = (reports: readonly Reported[]) => reports.map(({ value }) => value);
  if (kind === 'drops') {
    const drops = counted('drops').filter(({ at }) => at >= from && at < to);
    return valuesIn(drops).reduce((sum, value) => sum + value, 0);
  }
  const skills = (['Attack', 'Magic'] as const).filter((skill) => name === 'Overall' || name === skill);
  const counters = kind === 'kills' ? (['kills'] as const) : skills;
  return counters
    .map(counted)
    .filter((reports) => reports.some(({ at }) => at < to))
    .reduce((sum, reports) => {
      const before = reports.filter(({ at }) => at < from);
      const base = before.length === 0 ? (reports[0]?.value ?? 0) : Math.max(...valuesIn(before));
      return sum + Math.max(base, ...valuesIn(reports.filter(({ at }) => at < to))) - base;
    }, 0);
}

const ranges = fc.sample(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 60 })), {
  seed: 12,
  numRuns: 8,
});
const cases = ranges.flatMap(([first, length], range) =>
  metrics.map((metric, place) => ({
    number: 100 + range * metrics.length + place,
    metric,
    from: start + first * bucketMs,
    to: start + (first + length) * bucketMs,
  })),
);

const east = { name: 'East', accounts: ['a'] };
const west = { name: 'West', accounts: ['b', 'hidden'] };

const guild = onceAFile(async () => {
  const api = await openTestApi({ history: past.map(eventOf) });
  await api.appendMembership(
    ...cases.map(({ number, ...of }) => given.competition(number, of)),
    given.competition(51, { from: start, to: now, teams: [east, west], metric: metrics[1] }),
    given.competition(52, { from: now + hour, to: now + 2 * hour, metric: metrics[3] }),
    given.competition(53, { from: start, to: now + hour, metric: metrics[2] }),
  );
  return api;
});

test('standings equal a naive computation over the log', async () => {
  for (const { number, metric, from, to } of cases) {
    const values = Object.entries(names)
      .map(([account, name]) => ({ account: { id: account, name }, value: naive(metric, from, to, account) }))
      .filter(({ value }) => value > 0)
      // Accounts come by name: Bram is before Quillon.
      .toSorted((one, other) => other.value - one.value || (one.account.name < other.account.name ? -1 : 1));
    const { standings } = await guild().data(`/competitions/${id(number)}`);
    expect(standings, JSON.stringify({ metric, from: iso(from), to: iso(to) })).toEqual(
      values.map((each, index) => ({ rank: index + 1, team: null, ...each })),
    );
  }
  const hasStandings = ({ metric, from, to }: (typeof cases)[number]) => naive(metric, from, to, 'a') > 0;
  const counted = Map.groupBy(cases.filter(hasStandings), ({ metric }) => metric);
  expect([...counted.values()].every((some) => some.length > 2)).toBe(true);
  expect(counted.size).toBe(metrics.length);
});

test('a competition that an admin ended counts up to its end', async () => {
  // The command has the time of the log, and the clock of the API is later.
  const ended = Date.now();
  const api = await openTestApi({
    history: [[-3, 1_000] as const, [-2, 1_010] as const, [1, 1_500] as const].map(([hours, xp]) =>
      reportedXp('a', ended + hours * hour, { Attack: xp }),
    ),
    clock: () => ended + 2 * hour,
  });
  const times = { from: ended - 5 * hour, to: ended + 3 * hour };
  await api.appendMembership(given.competition(55, { ...times, metric: metrics[1] }));
  const shown = async () => {
    const { state, standings } = await api.data(`/competitions/${id(55)}`);
    return [state, ...standings.map(({ value }: Standing) => value)];
  };
  expect(await shown()).toEqual(['running', 500]);
  await api.appendMembership(given.endCompetition(55));
  expect(await shown()).toEqual(['ended', 10]);
});

test('a competition that ended before it began is in no list and has no answer', async () => {
  const api = await openTestApi({ history: [], clock: Date.now });
  const times = { from: Date.now() + hour, to: Date.now() + 2 * hour };
  await api.appendMembership(given.competition(58, times), given.competition(59, times));
  const listed = async () => {
    const { competitions } = await api.data('/competitions');
    return competitions.map((each: { id: string }) => each.id);
  };
  expect(await listed()).toEqual([id(58), id(59)]);
  await api.appendMembership(given.endCompetition(58));
  expect(await listed()).toEqual([id(59)]);
  expect((await api.text(`/competitions/${id(58)}`))[0]).toBe(404);
});

test('a drop without worth puts nobody into the standings', async () => {
  const api = await openTestApi({
    history: [
      { ...gameEvent('a', { value_gp: 0, occurred_at: start }), appendTime: start },
      { ...gameEvent('b', { value_gp: 1, occurred_at: start }), appendTime: start },
    ],
  });
  await api.appendMembership(given.competition(57, { from: start, to: now, metric: metrics[3] }));
  const { standings } = await api.data(`/competitions/${id(57)}`);
  expect(standings.map(({ account }: Standing) => account.id)).toEqual(['b']);
});

test('the list has definitions and states, the latest end first, and a competition its teams', async () => {
  const { data, text } = guild();
  const { competitions } = await data('/competitions');
  expect(competitions).toHaveLength(cases.length + 3);
  expect(competitions.slice(0, 3)).toMatchObject([
    { id: id(52), state: 'coming', metric: { kind: 'drops', name: null }, teams: [] },
    { id: id(53), state: 'running' },
    { id: id(51), state: 'ended', from: iso(start), to: iso(now) },
  ]);
  const { standings, teams } = await data(`/competitions/${id(51)}`);
  expect(teams).toEqual([
    { name: 'East', accounts: [{ id: 'a', name: 'Quillon Fen' }] },
    { name: 'West', accounts: [{ id: 'b', name: 'Bram Oak' }] },
  ]);
  expect(standings.map(({ account, team }: Standing) => [account.id, team]).sort()).toEqual([
    ['a', 'East'],
    ['b', 'West'],
  ]);
  expect((await data(`/competitions/${id(52)}`)).standings).toEqual([]);
  expect((await data(`/competitions/${id(51)}?limit=1`)).standings).toEqual(standings.slice(0, 1));
  expect(await text('/competitions/none')).toEqual([
    404,
    '{"error":{"code":"not_found","message":"Competition not found."}}',
  ]);
});

test('csv has a line for each account of a competition', async () => {
  const { text, data } = guild();
  const { standings } = await data(`/competitions/${id(51)}`);
  const [, csv] = await text(`/competitions/${id(51)}?format=csv`);
  const lines = standings.map(({ rank, account, team, value }: Standing) =>
    [rank, account.id, account.name, team, value].join(),
  );
  expect(csv.split('\r\n')).toEqual(['rank,account_id,account_name,team,value', ...lines, '']);
});

test('a key without the category of the metric finds no accounts', async () => {
  const { makeKey, data } = guild();
  const [stats, activity] = [
    await makeKey(2, null, { categories: ['stats'] }),
    await makeKey(3, null, { categories: ['activity'] }),
  ];
  const shown = async (number: number, key: string) => {
    const { standings, teams } = await data(`/competitions/${id(number)}`, key);
    return [standings.length, ...teams.map(({ accounts }: typeof east) => accounts.length)];
  };
  expect(await shown(51, stats)).toEqual([2, 1, 1]);
  expect(await shown(53, stats)).toEqual([0]);
  expect(await shown(51, activity)).toEqual([0, 0, 0]);
});

test('an account that the key cannot read changes no byte', async () => {
  const { text, appendMembership, recordPast, makeKey } = guild();
  const keys = [await makeKey(4), await makeKey(5, quill)];
  const paths = [51, 53].map((number) => `/competitions/${id(number)}`);
  const answers = async (...asked: readonly string[]) =>
    Promise.all(keys.flatMap((key) => asked.map((path) => text(path, key))));
  const before = await answers(...paths);
  const of = { from: start, to: now, title: 'competition 51', metric: metrics[1] };
  await appendMembership(
    given.identity('secret', id(2)),
    given.description('secret', 'Secret One'),
    ...(['stats', 'events'] as const).map((category) =>
      given.sharing('secret', { category, audience: 'private', with: [] }),
    ),
    given.competition(54, { ...of, teams: [east, { ...west, accounts: ['secret', ...west.accounts] }] }),
  );
  await recordPast(
    ...past
      .filter(({ account }) => account === 'hidden')
      .map((each) => eventOf({ ...each, account: 'secret' })),
  );
  expect(await answers(...paths)).toEqual(before);
  const renamed = (await answers(`/competitions/${id(54)}`)).map(([status, body]) => [
    status,
    body.replaceAll(id(54), id(51)),
  ]);
  expect(renamed).toEqual(await answers(`/competitions/${id(51)}`));
});

test('an erased account is in no answer', async () => {
  const { text, appendMembership } = guild();
  await appendMembership(given.eraseAccount('b'));
  for (const path of ['/competitions', `/competitions/${id(51)}`]) {
    const [status, body] = await text(path);
    expect([status, body.includes('Bram'), body.includes('"id":"b"')]).toEqual([200, false, false]);
  }
});
