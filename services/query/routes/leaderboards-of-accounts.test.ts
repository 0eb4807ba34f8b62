import fc from 'fast-check';
import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { realLevel } from '../../../shared/domain/skill.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** By id. Two accounts have the same name. */
const names = new Map([
  ['m1', 'Zed'],
  ['m2', 'Ann'],
  ['m3', 'Bea'],
  ['m4', 'Cid'],
  ['m5', 'Dot'],
  ['m6', 'Ann'],
]);
const ids = [...names.keys()];

const few = fc.integer({ min: 1, max: 4 });
const histories = fc.sample(
  fc.record({ levels: few, gains: fc.array(few, { minLength: 3, maxLength: 3 }), kills: few, log: few }),
  { numRuns: ids.length + 1, seed: 55 },
);

/** Values that often are equal, and a hidden account that would lead every board. */
function historyOf(account: string, index: number): TimedEvent[] {
  const { levels, gains, kills, log } = histories[index] ?? { levels: 0, gains: [], kills: 0, log: 0 };
  const more = account === 'hidden' ? 50 : 0;
  let xp = levels * 1_000_000;
  const reports = gains.map((gain, place) => {
    const at = now - (40 - 15 * place) * day;
    const report = reportedXp(account, at, { Attack: xp, Magic: 10 * xp });
    xp += (gain + more) * 1_000;
    return [report, reportedXp(account, at + hour, { Attack: xp, Magic: 10 * xp })];
  });
  const event = (type: string, extra: object): TimedEvent => ({
    ...gameEvent(account, { type, occurred_at: now - 2 * day, data: JSON.stringify({ type, extra }) }),
    appendTime: now - 2 * day,
  });
  const held = (name: 'collection-log' | 'collection-log-count', at: number, content: object) => ({
    ...newEvent(holdings[name], { subject: account, source: 'dink', part: name }, {
      at,
      ...content,
    } as never),
    appendTime: at,
  });
  const items = Array.from({ length: log + more }, (_, id) => ({ id, quantity: 1 }));
  return [
    ...reports.flat(),
    event('KILL_COUNT', { boss: index % 2 === 0 ? 'Zulrah' : 'ZULRAH', count: kills + more }),
    event('KILL_COUNT', { boss: 'Vorkath', time: 'PT30S', isPersonalBest: true }),
    ...(index === 0 ? [] : [held('collection-log', now - 3 * day, { items })]),
    ...(index === 1
      ? []
      : [held('collection-log-count', now - (index % 3) * day, { completed: kills + more, total: 99 })]),
    event('collection_log', { itemName: 'Fang', completedEntries: levels, totalEntries: 99 }),
  ];
}

const guild = onceAFile(async () => {
  const accounts = [...ids, 'hidden'];
  const history = accounts.flatMap(historyOf).sort((one, other) => one.appendTime - other.appendTime);
  const api = await openTestApi({ history });
  await api.appendMembership(
    ...[...names].flatMap(([id, name]) => [given.identity(id, quill), given.description(id, name)]),
  );
  return api;
});

interface Standing {
  readonly id: string;
  readonly value: number;
  readonly at: string | null;
}

/** By value, name and id. */
function naive(standings: readonly Standing[]) {
  const nameOf = (id: string) => names.get(id) ?? '';
  return standings
    .toSorted((one, other) => {
      const [left, right] = [nameOf(one.id), nameOf(other.id)];
      return (
        other.value - one.value || (left === right ? (one.id < other.id ? -1 : 1) : left < right ? -1 : 1)
      );
    })
    .map(({ id, value, at }, index) => ({ rank: index + 1, account: { id, name: nameOf(id) }, value, at }));
}

/** The standings from the answers for each account. */
async function standings(path: string, standingOf: (data: never) => Omit<Standing, 'id'> | null) {
  const found = await Promise.all(
    ids.map(async (id) => {
      const standing = standingOf((await guild().data(`/accounts/${id}${path}`)) as never);
      return standing === null ? [] : [{ id, ...standing }];
    }),
  );
  return naive(found.flat());
}

async function expectBoard(path: string, expected: ReturnType<typeof naive>) {
  const { data } = guild();
  expect((await data(path)).entries).toEqual(expected);
  expect(expected.length).toBeGreaterThan(1);
  const query = path.includes('?') ? `${path}&` : `${path}?`;
  for (const [index, { account }] of expected.entries()) {
    const answer = await data(`${query}limit=2&around=${account.id}`);
    expect(answer.entries).toEqual(expected.slice(0, 2));
    expect(answer.around).toEqual(expected.slice(Math.max(0, index - 2), index + 3));
  }
}

// rules/records.md#boards
test('each board ranks what the account answers say, by value, name and id', async () => {
  interface Records {
    readonly records: { skill: string; period: string; gain: number; from: string }[];
  }
  for (const [skill, period] of [
    ['Attack', 'day'],
    ['Magic', 'week'],
    ['Overall', 'month'],
  ] as const) {
    const expected = await standings('/records', ({ records }: Records) => {
      const best = records.find((each) => each.skill === skill && each.period === period);
      return best === undefined ? null : { value: best.gain, at: best.from };
    });
    await expectBoard(`/leaderboards/records?skill=${skill.toLowerCase()}&period=${period}`, expected);
  }
  interface Kills {
    readonly bosses: { name: string; kills: number | null; updated_at: string; rank: number | null }[];
  }
  const kills = await standings('/kills', ({ bosses }: Kills) => {
    const zulrah = bosses.find(({ name }) => name.toLowerCase() === 'zulrah');
    return { value: zulrah?.kills ?? 0, at: zulrah?.updated_at ?? '' };
  });
  await expectBoard('/leaderboards/kills?boss=zulRAH', kills);
  for (const { account, rank } of kills) {
    const { bosses } = (await guild().data(`/accounts/${account.id}/kills`)) as Kills;
    // Nobody has a count of Vorkath, so nobody has a place.
    expect(bosses.map((each) => each.rank)).toEqual([rank, null]);
  }
  const { data } = guild();
  for (const boss of ['Vorkath', 'nobody'])
    expect(await data(`/leaderboards/kills?boss=${boss}`)).toEqual({ boss, entries: [], around: [] });
  // `at` of the board is the time of the count, and `updated_at` the time of the newest report.
  const logs = await standings('/collection-log', ({ completed }: { completed: number }) => {
    return { value: completed, at: null };
  });
  const { entries } = await data('/leaderboards/collection-log');
  expect(entries.map((entry: object) => ({ ...entry, at: null }))).toEqual(logs);
});

test('levels have the time at which they were reached', async () => {
  const expected = naive(
    ids.map((id, index) => {
      let xp = (histories[index]?.levels ?? 0) * 1_000_000;
      let at: string | null = null;
      for (const [place, gain] of (histories[index]?.gains ?? []).entries()) {
        const before = realLevel(10 * xp);
        xp += gain * 1_000;
        if (realLevel(10 * xp) > before) at = iso(now - (40 - 15 * place) * day + hour);
      }
      return { id, value: realLevel(10 * xp), at };
    }),
  );
  await expectBoard('/leaderboards/levels?skill=magic', expected);
  const total = await guild().data('/leaderboards/levels');
  expect(total).toMatchObject({ skill: 'Overall', around: [] });
  const levels = total.entries.map(({ value }: { value: number }) => value);
  expect(levels).toEqual(levels.toSorted((one: number, other: number) => other - one));
});

test('bad parameters name their parameter, and unreadable accounts are unknown', async () => {
  const api = guild();
  for (const [path, fault] of [
    ['/leaderboards/levels?skill=flying', 'skill'],
    ['/leaderboards/levels?limit=101', 'limit'],
    ['/leaderboards/records?period=year', 'period'],
    ['/leaderboards/kills', 'boss'],
    ['/leaderboards/kills?boss=', 'boss'],
    ['/leaderboards/collection-log?around=', 'around'],
  ] as const)
    expect(await api.faults(path)).toEqual([fault]);
  for (const path of ['levels?around=hidden', 'kills?boss=zulrah&around=nobody'])
    expect(await api.text(`/leaderboards/${path}`)).toEqual([404, notFound]);
  expect((await api.data('/leaderboards/levels?around=a')).around).toEqual([]);
});

test('a reader without the category activity sees only the UTC day of a count', async () => {
  const api = guild();
  const path = '/leaderboards/kills?boss=zulrah&around=m1';
  await api.appendMembership(given.sharing('m1', { category: 'activity', audience: 'private', with: [] }));
  const own = (entries: { account: { id: string }; at: string }[]) =>
    entries.find(({ account }) => account.id === 'm1')?.at;
  const at = now - 2 * day;
  expect(own((await api.data(path)).around)).toBe(iso(at - (at % day)));
  await api.appendMembership(given.sharing('m1', { category: 'activity', audience: 'guild', with: [] }));
  expect(own((await api.data(path)).around)).toBe(iso(at));
});
