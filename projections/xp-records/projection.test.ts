import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realLevel } from '../../shared/domain/skill.ts';
import { newEvent } from '../../shared/events/event.ts';
import { xpCorrected } from '../../shared/events/types/xp-corrected.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { reportedXp } from '../xp-history/testing/reported-xp.ts';
import { recordsProjection } from './projection.ts';
import { readNewestMilestones } from './queries/read-newest-milestones.ts';
import { readRecords } from './queries/read-records.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 8, 14);
/** The xp of these levels. */
const [level49, level50, level60, level99] = [91_721, 101_333, 273_742, 13_034_431];

const xp = (at: number, skills: Record<string, number>, account = 'a') =>
  reportedXp(account, start + at, skills);
const corrected = (at: number, skills: Record<string, number>): TimedEvent => ({
  ...newEvent(xpCorrected, { subject: 'a', source: 'cli' }, { skills }),
  appendTime: start + at,
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(recordsProjection, ...events);

const all = { ids: [] as string[], areLeftOut: true };

async function answer({ database, live }: TestProjection, accountId = 'a', ranked = all) {
  const compareIds = (left: string, right: string) => (left === right ? 0 : left < right ? -1 : 1);
  const request = { schema: live.schema, accountId, ranked, compareIds };
  const found = await readRecords(database, request);
  return {
    records: found?.records.map(({ skill, period, gain, from, to }) => [
      ...[skill, period, gain, (from - start) / day, (to - start) / day],
    ]),
    milestones: found?.milestones.map(({ kind, skill, value, at, rank }) => [
      ...[kind, skill, value, at === null ? null : at - start, rank],
    ]),
  };
}

test('the best day, 7 days and 30 days are the earliest with the highest gain', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 100 }),
    xp(1, { Attack: 110 }),
    xp(3 * day, { Attack: 120 }),
    xp(6 * day, { Attack: 130, Magic: 5 }),
    xp(7 * day, { Attack: 140, Magic: 10 }),
    xp(40 * day, { Attack: 150 }),
  );
  const attack = [
    ['Attack', 'day', 10, 0, 1],
    ['Attack', 'week', 30, 0, 7],
    ['Attack', 'month', 40, -22, 8],
  ];
  expect((await answer(projection)).records).toEqual([
    ['Overall', 'day', 15, 7, 8],
    ['Overall', 'week', 35, 1, 8],
    ['Overall', 'month', 45, -22, 8],
    ...attack,
    ['Magic', 'day', 5, 7, 8],
    ['Magic', 'week', 5, 1, 8],
    ['Magic', 'month', 5, -22, 8],
  ]);
  await projection.record(xp(40 * day + 1, { Attack: 151 }));
  expect((await answer(projection)).records).toContainEqual(['Attack', 'day', 11, 40, 41]);
});

test('a skill that is reported out of order counts for Overall on its own day', async () => {
  const projection = await openProjection(xp(0, { Attack: 100, Magic: 100 }));
  await projection.record(xp(2 * day, { Attack: 105 }));
  await projection.record(xp(day, { Magic: 107 }));
  expect((await answer(projection)).records).toContainEqual(['Overall', 'day', 7, 1, 2]);
});

test('milestones have the time and rank of their report, and none when reached before the first report', async () => {
  const projection = await openProjection(
    xp(0, { Attack: level50 }),
    xp(hour, { Attack: level60 + 1, Magic: 24_999_999 }),
    xp(2 * hour, { Attack: level60 + 2, Magic: 50_000_000 }),
    xp(hour, { Attack: 1 }, 'b'),
    xp(2 * hour, { Attack: level60 }, 'b'),
    xp(0, { Attack: 1 }, 'c'),
    xp(hour, { Attack: level50 }, 'c'),
  );
  const levels = (skill: string, from: number, to: number) =>
    [50, 60, 70, 80, 90, 99]
      .filter((value) => value > from && value <= to)
      .map((value) => ['level', skill, value, null, null]);
  expect((await answer(projection)).milestones).toEqual([
    ['xp', 'Magic', 25_000_000, 2 * hour, 1],
    ['xp', 'Magic', 50_000_000, 2 * hour, 1],
    ['level', 'Attack', 60, hour, 1],
    // Magic was first reported after Attack, with this level.
    ['total_level', 'Overall', 100, null, null],
    ...levels('Attack', 0, 50),
    ...levels('Magic', 0, 99),
  ]);
  const [fifty, sixty] = [
    ['level', 'Attack', 50, 2 * hour, 3],
    ['level', 'Attack', 60, 2 * hour, 2],
  ];
  expect((await answer(projection, 'b')).milestones).toEqual([fifty, sixty]);
  const alone = [fifty, sixty].map(([...milestone]) => [...milestone.slice(0, 4), 1]);
  for (const ranked of [
    { ids: ['b'], areLeftOut: false },
    { ids: ['a', 'c'], areLeftOut: true },
  ])
    expect((await answer(projection, 'b', ranked)).milestones).toEqual(alone);
  expect((await answer(projection, 'nobody')).records).toBeUndefined();
});

test('accounts that reached a milestone before their first report have better places', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 1 }),
    xp(hour, { Attack: level50 }),
    xp(2 * hour, { Attack: level60, Magic: level50 }, 'b'),
  );
  expect((await answer(projection)).milestones).toEqual([['level', 'Attack', 50, hour, 2]]);
  expect((await answer(projection, 'a', { ids: ['b'], areLeftOut: true })).milestones).toEqual([
    ['level', 'Attack', 50, hour, 1],
  ]);
  // The total level of b was 110 at its first report.
  expect((await answer(projection, 'b')).milestones).toContainEqual([
    'total_level',
    'Overall',
    100,
    null,
    null,
  ]);
  expect(await newest(projection)).toEqual([['a', 'level', 'Attack', 50, hour]]);
});

test('a confirmed fall clears the milestones above the new xp, and gains are never negative', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 1 }),
    xp(1, { Attack: level99 }),
    xp(hour, { Attack: level49 }),
    corrected(2 * hour, { Attack: level49 }),
  );
  expect((await answer(projection)).milestones).toEqual([]);
  expect(await newest(projection)).toEqual([]);
  await projection.record(xp(3 * hour, { Attack: level50 }));
  const { records, milestones } = await answer(projection);
  expect(milestones).toEqual([['level', 'Attack', 50, 3 * hour, 1]]);
  const gained = level99 - 1 + level50 - level49;
  expect(records).toContainEqual(['Attack', 'day', gained, 0, 1]);
  expect(records).toContainEqual(['Overall', 'day', gained, 0, 1]);
  // A correction without a lower report that waits changes nothing.
  await projection.record(corrected(4 * hour, { Attack: 1, Magic: 1 }), corrected(0, { Magic: 1 }));
  expect(await answer(projection)).toEqual({ records, milestones });
});

const newest = async ({ database, live }: TestProjection, accountIds: string[] | null = null, limit = 20) =>
  (await readNewestMilestones(database, { schema: live.schema, accountIds, limit })).map(
    ({ account_id, kind, skill, value, at }) => [account_id, kind, skill, value, at - start],
  );

test('the newest milestones come from the wanted accounts only', async () => {
  const projection = await openProjection(
    ...['a', 'b', 'c'].map((account) => xp(0, { Attack: 1 }, account)),
    xp(hour, { Attack: level50 }, 'b'),
    xp(2 * hour, { Attack: level50 }, 'c'),
    xp(hour, { Attack: level50 }, 'a'),
  );
  const of = (account: string, at: number) => [account, 'level', 'Attack', 50, at];
  expect(await newest(projection)).toEqual([of('c', 2 * hour), of('a', hour), of('b', hour)]);
  expect(await newest(projection, ['a', 'b'], 1)).toEqual([of('a', hour)]);
});

const skills = ['Attack', 'Magic', 'Zeal'];
const reports = fc.array(
  fc.record({
    account: fc.constantFrom('a', 'b'),
    skill: fc.constantFrom(...skills),
    other: fc.option(fc.constantFrom(...skills)),
    xp: fc.oneof(
      fc.constantFrom(level49, level50, level60, level99, 25_000_000, 60_000_000),
      fc.integer({ min: 0, max: 200_000_000 }),
    ),
    hours: fc.integer({ min: 0, max: 60 }),
    lateHours: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
    isCorrection: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { minLength: 1, maxLength: 40 },
);

test('each answer equals a naive computation over the log, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      reports,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (log, sizes) => {
        let recordedAt = 0;
        const events = log.map(({ account, skill, other, xp: amount, hours, lateHours, isCorrection }) => {
          recordedAt += hours * hour;
          const values = { [skill]: amount, ...(other !== null && { [other]: amount }) };
          const event = isCorrection
            ? { ...newEvent(xpCorrected, { subject: account, source: 'cli' }, { skills: values }) }
            : reportedXp(account, start + recordedAt - lateHours * hour, values);
          return { ...event, appendTime: start + recordedAt };
        });
        const projection = await openProjection(...events);
        const expected = naive(events);
        for (const account of ['a', 'b']) {
          const { records, milestones } = await answer(projection, account);
          expect(new Set(records)).toEqual(new Set(expected.records(account)));
          expect(new Set(milestones)).toEqual(new Set(expected.milestones(account)));
        }
        expect(await projection.digestOfRebuild(sizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 8 },
  );
});

interface Step {
  readonly skill: string;
  readonly at: number;
  readonly before: number | null;
  readonly after: number;
}

/** The values that the series take, event for event (rules/xp.md#falling-xp). */
function stepsOf(events: readonly TimedEvent[]): Step[][] {
  const known = new Map<string, { xp: number; at: number; lower: number[] }>();
  return events.map(({ type, data, appendTime }) => {
    const { at, skills: reported } = data as { at: number; skills: Record<string, number> };
    const isCorrection = type === xpCorrected.type;
    return Object.entries(reported).flatMap(([skill, after]) => {
      const series = known.get(skill);
      if (series === undefined) {
        if (isCorrection) return [];
        known.set(skill, { xp: after, at, lower: [] });
        return { skill, at, before: null, after };
      }
      const before = series.xp;
      if (after < before) {
        const isTaken = isCorrection
          ? series.lower.length > 0
          : series.lower.some((time) => appendTime - time >= day);
        if (!isTaken) {
          if (!isCorrection) series.lower.push(appendTime);
          return [];
        }
      } else if (isCorrection) return [];
      series.lower = [];
      if (after === before) return [];
      series.xp = after;
      series.at = Math.max(series.at, isCorrection ? appendTime : at);
      return { skill, at: series.at, before, after };
    });
  });
}

function naive(events: readonly TimedEvent[]) {
  const stepsOfAccount = (account: string) => stepsOf(events.filter(({ subject }) => subject === account));
  const records = (account: string) => {
    const gains = stepsOfAccount(account)
      .flat()
      .flatMap(({ skill, at, before, after }) => {
        const gain = { day: Math.floor((at - start) / day), gain: Math.max(0, after - (before ?? after)) };
        return [skill, 'Overall'].map((name) => ({ skill: name, ...gain }));
      });
    return ['Overall', ...skills].flatMap((skill) =>
      Object.entries({ day: 1, week: 7, month: 30 }).flatMap(([period, length]) => {
        const sums = Array.from({ length: 400 }, (_, index) => {
          const to = index - 50;
          const within = gains.filter(
            (each) => each.skill === skill && each.day < to && each.day >= to - length,
          );
          return [within.reduce((sum, { gain }) => sum + gain, 0), to] as const;
        });
        const gain = Math.max(...sums.map(([sum]) => sum));
        const to = sums.find(([sum]) => sum === gain)?.[1] ?? 0;
        return gain === 0 ? [] : [[skill, period, gain, to - length, to]];
      }),
    );
  };
  const reached = new Map(['a', 'b'].map((account) => [account, naiveMilestones(stepsOfAccount(account))]));
  const milestones = (account: string) =>
    [...(reached.get(account) ?? [])].map(([key, at]) => {
      const others = [...reached]
        .filter(([id]) => id !== account)
        .flatMap(([id, all]) => {
          const time = all.get(key);
          // Milestones without a time are earlier than all others.
          return time === undefined ? [] : [[time ?? Number.NEGATIVE_INFINITY, id] as const];
        });
      const earlier = others.filter(
        ([time, id]) => at !== null && (time < at || (time === at && id < account)),
      );
      const [kind, skill, value] = key.split(' ');
      return [kind, skill, Number(value), at, at === null ? null : earlier.length + 1];
    });
  return { records, milestones };
}

/** The time at which each milestone was last passed upwards, by `kind skill value`. */
function naiveMilestones(steps: readonly Step[][]): Map<string, number | null> {
  const marks = {
    level: [50, 60, 70, 80, 90, 99],
    xp: [25, 50, 100, 200].map((millions) => millions * 1_000_000),
    total_level: [100, 200],
  };
  const times = new Map<string, number | null>();
  const pass = (
    kind: keyof typeof marks,
    skill: string,
    before: number,
    after: number,
    at: number | null,
  ) => {
    for (const mark of marks[kind]) {
      const key = `${kind} ${skill} ${mark}`;
      if (after < mark) times.delete(key);
      else if (before < mark) times.set(key, at);
    }
  };
  const levels = new Map<string, number>();
  const total = () => [...levels.values()].reduce((sum, level) => sum + level, 0);
  let newestAt = 0;
  for (const event of steps) {
    const isFirst = ({ before }: Step) => before === null;
    const before = total();
    for (const { skill, after } of event.filter(isFirst)) levels.set(skill, realLevel(after));
    pass('total_level', 'Overall', before, total(), null);
    const known = total();
    for (const { skill, at, before: xpBefore, after } of event) {
      newestAt = Math.max(newestAt, at);
      const time = xpBefore === null ? null : at - start;
      pass('level', skill, realLevel(xpBefore ?? 0), realLevel(after), time);
      pass('xp', skill, xpBefore ?? 0, after, time);
      levels.set(skill, realLevel(after));
    }
    pass('total_level', 'Overall', known, total(), newestAt - start);
  }
  return times;
}
