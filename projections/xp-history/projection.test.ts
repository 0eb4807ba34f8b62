import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimedEvent } from '../../shared/log/journal.ts';
import type { LiveTables } from '../../shared/projection/live/live-generations.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { expireRows } from '../../shared/projection/upkeep/expire-rows.ts';
import { xpHistoryProjection } from './projection.ts';
import { readGains } from './queries/read-gains.ts';
import { readGainsOfDays } from './queries/read-gains-of-days.ts';
import { readKnownSkills, readSeries } from './queries/read-series.ts';
import { type RangeRequest, resolveRange } from './queries/resolve-range.ts';
import { reportedXp } from './testing/reported-xp.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A bucket of every tier begins here. */
const start = Date.UTC(2026, 8, 14);
const account = 'aB3xYz91kQw0';

const xp = (at: number, skills: Record<string, number>) => reportedXp(account, start + at, skills);

test('serves the last value before the range, then the buckets in which xp changed', async () => {
  const projection = await openProjection(
    xp(-2 * hour, { Attack: 90 }),
    xp(0, { Attack: 100 }),
    xp(4 * minute, { Attack: 110 }),
    xp(5 * minute, { Attack: 120 }),
    xp(20 * minute, { Attack: 120, Magic: 5 }),
  );
  expect(await points(projection, { from: 0, to: hour })).toEqual([
    [-5, 90],
    [0, 110],
    [5, 120],
  ]);
  // Both ends lie within a bucket: the start is rounded down, and the end is rounded up.
  expect(await points(projection, { from: 2 * minute, to: 6 * minute })).toEqual([
    [-5, 90],
    [0, 110],
    [5, 120],
  ]);
  expect(await points(projection, { from: 5 * minute, to: 5 * minute + 1 })).toEqual([
    [0, 110],
    [5, 120],
  ]);
  expect(await points(projection, { from: 10 * minute, to: hour })).toEqual([[5, 120]]);
});

test('a page of a batch continues a skill that an earlier batch stored', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 10, Magic: 10 }),
    xp(hour, { Attack: 11 }),
    xp(2 * hour, { Attack: 12 }),
    // The second page of the second batch has the first new report of Magic.
    xp(3 * hour, { Attack: 13 }),
    xp(4 * hour, { Attack: 14 }),
    xp(5 * hour, { Magic: 20 }),
  );
  expect(await gains(projection, 0, day)).toMatchObject({ Magic: 10 });
  expect(await projection.digestOfRebuild([3])).toBe(await projection.digest());
});

test('starts a range with the last value before it, even when xp first changed days after its start', async () => {
  const projection = await openProjection(xp(-day, { Attack: 90 }), xp(3 * day, { Attack: 100 }));
  expect(await points(projection, { from: 0, to: 5 * day })).toEqual([
    [-5, 90],
    [(3 * day) / minute, 100],
  ]);
});

test('an empty range and a range before the first sample have no points', async () => {
  const projection = await openProjection(xp(0, { Attack: 100 }));
  expect(await points(projection, { from: hour, to: hour })).toEqual([]);
  expect(await points(projection, { from: -day, to: 0 })).toEqual([]);
  expect(await points(projection, { from: -day, to: 1 })).toEqual([[0, 100]]);
});

test.each(['1h', '1d'] as const)('starts with the last value before the range, in %s', async (resolution) => {
  const projection = await openProjection(xp(-3 * day, { Attack: 90 }), xp(10 * minute, { Attack: 100 }));
  const step = resolution === '1h' ? hour : day;
  expect(await points(projection, { from: 5 * minute, to: day, resolution })).toEqual([
    [-step / minute, 90],
    [0, 100],
  ]);
});

test('a series of days has the value of the last hour of each day, also from tables of the previous shape', async () => {
  const days = 1_300;
  const reports = Array.from({ length: days * 2 }, (_, n) => ({
    at: Math.floor(n / 2) * 2 * day + hour + (n % 2) * ((n % 7) + 1) * 3 * hour,
    value: 100 + n,
  }));
  const projection = await openProjection(...reports.map(({ at, value }) => xp(at, { Attack: value })));
  const ends = new Map(reports.map(({ at, value }) => [(at - (at % day)) / minute, value]));
  const whole = { from: 0, to: days * 2 * day, resolution: '1d' } as const;
  expect(await points(projection, whole)).toEqual([...ends]);
  const { schema } = projection.live;
  await projection.database.run({
    text: `create schema earlier;
           create table earlier.sample_1h as table ${schema}.sample_1h;
           create table earlier.sample_1d as
           select distinct on (account_id, skill, bucket / ${day})
             account_id, skill, bucket / ${day} * ${day} as bucket, xp,
             first_value(before) over (partition by account_id, skill, bucket / ${day} order by bucket) as before
           from ${schema}.sample_1h
           order by account_id, skill, bucket / ${day}, sample_1h.bucket desc`,
  });
  for (const [from, to] of [
    [0, 2 * days],
    [3, 4],
    [4, 4.5],
    [-5, 1],
    [2 * days, 2 * days + 5],
  ] as const) {
    const range = { from: from * day, to: to * day, resolution: '1d' } as const;
    expect(await points(projection, { ...range, tables: { schema: 'earlier', shape: 2 } })).toEqual(
      await points(projection, range),
    );
  }
});

test('keeps 25 skills and their sum, beyond 32 bits', async () => {
  const skills = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`Skill ${n}`, 200_000_000]));
  const projection = await openProjection(xp(0, skills));
  expect(await points(projection, { from: 0, to: hour, skill: 'Overall' })).toEqual([[0, 5_000_000_000]]);
  expect((await readKnownSkills(projection.database, projection.live.schema, [account])).sort()).toEqual(
    [...Object.keys(skills), 'Overall'].sort(),
  );
});

test('a range begins and ends with complete buckets, and the first sample is no gain', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 100 }),
    xp(minute, { Attack: 130 }),
    xp(7 * minute, { Attack: 150, Magic: 10 }),
  );
  expect(await gains(projection, -hour, hour)).toEqual({ Attack: 50, Magic: 0 });
  // The range ends before its bucket is complete.
  expect(await gains(projection, -hour, 5 * minute - 1)).toEqual({ Attack: 0, Magic: 0 });
  expect(await gains(projection, -hour, 5 * minute)).toEqual({ Attack: 30, Magic: 0 });
  expect(await gains(projection, 5 * minute, hour)).toEqual({ Attack: 20, Magic: 0 });
  expect(await gains(projection, 10 * minute, hour)).toEqual({ Attack: 0, Magic: 0 });
});

test('gains across a confirmed fall are the sum of the gains before and after it', async () => {
  const projection = await openProjection(
    xp(0, { Attack: 500 }),
    xp(hour, { Attack: 550 }),
    xp(2 * hour, { Attack: 90 }),
    xp(26 * hour, { Attack: 95 }),
    xp(27 * hour, { Attack: 115 }),
  );
  expect(await gains(projection, 0, 2 * day)).toEqual({ Attack: 50 + 20 });
  expect(await gains(projection, 25 * hour, 2 * day)).toEqual({ Attack: 20 });
  expect(await gains(projection, 26 * hour + 5 * minute, 2 * day)).toEqual({ Attack: 20 });
  expect(await gains(projection, 2 * hour, 26 * hour + 5 * minute)).toEqual({ Attack: 0 });
  // With hourly samples only, 26:30 counts as 26:00, which is before the fall.
  const edges = { rawKeptFrom: start + 40 * hour };
  expect(await gains(projection, 26 * hour + 30 * minute, 2 * day, edges)).toEqual({ Attack: 20 });
  expect(await gains(projection, 0, 26 * hour + 30 * minute, edges)).toEqual({ Attack: 50 });
});

test('gains of adjoining ranges add up and are never negative, for any history in any ranges', async () => {
  const xpOfSkill = fc.integer({ min: 0, max: 50 });
  const reported = fc.record(
    { after: fc.integer({ min: 0, max: 9 * hour }), Attack: xpOfSkill, Magic: xpOfSkill },
    { requiredKeys: ['after'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(reported, { minLength: 1, maxLength: 25 }),
      fc.array(fc.integer({ min: -hour, max: 10 * day }), { minLength: 3, maxLength: 3 }),
      fc.integer({ min: -day, max: 10 * day }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      async (reports, moments, kept, batchSizes) => {
        let at = 0;
        const events = reports.map(({ after, ...skills }) => {
          at += after;
          return xp(at, skills);
        });
        const projection = await openProjection(...events);
        const [a = 0, b = 0, c = 0] = moments.toSorted((left, right) => left - right);
        const edges = { rawKeptFrom: start + kept };
        const first = await gains(projection, a, b, edges);
        const second = await gains(projection, b, c, edges);
        const whole = await gains(projection, a, c, edges);
        for (const [skill, gain] of Object.entries(whole)) {
          expect(gain).toBeGreaterThanOrEqual(0);
          expect((first[skill] ?? 0) + (second[skill] ?? 0)).toBe(gain);
        }
        expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 3 },
  );
});

test('a day that begins within an hour has the xp of its part of the hour, and all of it when only hours are kept', async () => {
  const projection = await openProjection(
    xp(-day, { Attack: 500 }),
    xp(20 * minute, { Attack: 510 }),
    xp(40 * minute, { Attack: 550 }),
    xp(2 * day, { Attack: 90 }),
    // The fall is confirmed in the first half of an hour.
    xp(3 * day + 10 * minute, { Attack: 95 }),
    xp(3 * day + 20 * minute, { Attack: 102 }),
  );
  const of = (rawKeptFrom: number, days = 5) =>
    readGainsOfDays(projection.database, {
      schema: projection.live.schema,
      accountId: account,
      starts: [0, 1, 2, 3, 4, 5].slice(0, days + 1).map((each) => start + (each - 1) * day + 30 * minute),
      now: start + 9 * day,
      rawKeptFrom: start + rawKeptFrom,
    });
  expect(await of(-2 * day)).toEqual([10, 40, 0, 7, 0]);
  expect(await of(-2 * day, 1), 'the end lies within an hour, too').toEqual([10]);
  expect(await of(9 * day)).toEqual([0, 50, 0, 0, 7]);
});

test('the gains of each day equal the gains of its range, whatever the hour in which a day begins', async () => {
  const xpOfSkill = fc.integer({ min: 0, max: 50 });
  const reported = fc.record(
    { after: fc.integer({ min: 0, max: hour }), Attack: xpOfSkill, Magic: xpOfSkill },
    { requiredKeys: ['after'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(reported, { minLength: 1, maxLength: 80, size: 'max' }),
      fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 6, maxLength: 6 }),
      fc.integer({ min: -day, max: day }),
      fc.integer({ min: 0, max: 3 * day }),
      async (reports, quarters, kept, until) => {
        let at = 0;
        let first = Number.POSITIVE_INFINITY;
        const events = reports.map(({ after, ...skills }, index) => {
          at += after;
          if (Object.keys(skills).length > 0) first = Math.min(first, at);
          // Otherwise the xp would hardly rise after the first reports.
          const rising = Object.entries(skills).map(([skill, known]) => [skill, known + 5 * index]);
          return xp(at, Object.fromEntries(rising));
        });
        const projection = await openProjection(...events);
        const starts = [-7 * hour];
        for (const each of quarters) starts.push((starts.at(-1) ?? 0) + each * 15 * minute);
        const edges = { rawKeptFrom: start + kept, now: start + until };
        const days = starts.slice(1).map(async (to, index) => {
          // An end in the past is rounded down to what is kept, an end in the future takes all xp.
          const unit = to >= kept ? 5 * minute : hour;
          const end = to < until ? Math.floor(to / unit) * unit : Number.MAX_VALUE;
          if (end <= first - (first % (5 * minute))) return null;
          const each = await gains(projection, starts[index] ?? 0, to, edges);
          return Object.values(each).reduce((sum, gain) => sum + gain, 0);
        });
        expect(
          await readGainsOfDays(projection.database, {
            schema: projection.live.schema,
            accountId: account,
            starts: starts.map((each) => start + each),
            ...edges,
          }),
        ).toEqual(await Promise.all(days));
      },
    ),
    { numRuns: 6 },
  );
});

test('retention deletes only 5-minute samples, and changes no answer (read-api 8 "kept xp")', async () => {
  const now = Date.now();
  const long = now - (now % day) - 40 * day - start;
  const steps = Array.from({ length: 30 }, (_, n) => xp(long + n * (day + 7 * minute), { Attack: 100 + n }));
  const idle = xp(long, { Magic: 7 });
  const rawKeptFrom = now - 14 * day;
  /** This sample is expired, but its hour is only partly expired. */
  const ofKeptHour = xp(rawKeptFrom - (rawKeptFrom % hour) - start, { Mining: 1 });
  const chainItems = [idle, ...steps, ofKeptHour].toSorted((one, other) => one.appendTime - other.appendTime);
  const projection = await openProjection(...chainItems);
  const kept = {
    XP_RAW_RETENTION_DAYS: 14 * day,
    LOCATION_RETENTION_DAYS: day,
    AUDIT_LOG_RETENTION_DAYS: day,
  };
  const answers = async () => ({
    series: await points(projection, {
      from: now - 14 * day - start,
      to: now - start,
      rawRetentionMs: 14 * day,
      now,
    }),
    idle: await points(projection, { from: now - day - start, to: now - start, skill: 'Magic', now }),
    hours: await points(projection, { from: long, to: now - start, resolution: '1h' }),
    month: await gains(projection, now - 30 * day - start, now - start, { rawKeptFrom }),
    week: await gains(projection, now - 14 * day - start, now - start, { rawKeptFrom }),
  });
  const before = await answers();
  expect(before.idle).toHaveLength(1);
  expect(before.series.length).toBeGreaterThan(2);
  const count = (rows: string) =>
    projection.database.one<{ count: number }>({
      text: `select count(*) from ${projection.live.schema}.${rows}`,
    });
  const hoursBefore = await count('sample_1h');
  expect(await expireRows(projection.database, [xpHistoryProjection], kept)).toBeGreaterThan(15);
  expect(await expireRows(projection.database, [xpHistoryProjection], kept)).toBe(0);
  expect(await answers()).toEqual(before);
  expect(await count('sample_1h')).toEqual(hoursBefore);
  expect(await count("sample_5m where skill = 'Mining'")).toEqual({ count: 1 });
});

test('the range of a leaderboard includes its start and excludes its end', async () => {
  const projection = await openProjection(
    xp(-2 * hour, { Attack: 100, Magic: 10 }),
    xp(0, { Attack: 110 }),
    xp(hour, { Attack: 150 }),
  );
  const moved = (from: number, to: number) => gains(projection, from, to, { movedOnly: true });
  expect(await moved(hour, 2 * hour)).toEqual({ Attack: 40 });
  expect(await moved(0, hour)).toEqual({ Attack: 10 });
  expect(await moved(-hour, 0)).toEqual({ Attack: 0 });
  expect(await moved(-2 * hour, 2 * hour)).toEqual({ Attack: 50, Magic: 0 });
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(xpHistoryProjection, ...events);

/** Points as [minutes after the start, xp]. `from` and `to` are ms after the start. */
async function points(
  projection: TestProjection,
  request: Partial<RangeRequest> & { from: number; to: number; skill?: string; tables?: LiveTables },
): Promise<[number, number][]> {
  const range = resolveRange({
    resolution: '5m',
    now: start,
    rawRetentionMs: 365 * day,
    ...request,
    from: start + request.from,
    to: start + request.to,
  });
  const { schema } = projection.live;
  const { skill = 'Attack', tables = { schema, shape: xpHistoryProjection.version.shape } } = request;
  const pieces: string[] = [];
  const wanted = [{ accountId: account, skill }];
  for await (const { points } of readSeries(projection.database, { tables, range, wanted })) {
    for await (const piece of points) pieces.push(piece);
  }
  return JSON.parse(`[${pieces}]`).map(([bucket, value]: [string, number]) => [
    (Date.parse(bucket) - start) / minute,
    value,
  ]);
}

async function gains(
  projection: TestProjection,
  from: number,
  to: number,
  { rawKeptFrom = 0, movedOnly = false, now = Number.POSITIVE_INFINITY } = {},
): Promise<Record<string, number>> {
  const rows = await readGains(projection.database, {
    schema: projection.live.schema,
    accountIds: [account],
    from: start + from,
    to: start + to,
    now,
    rawKeptFrom,
    movedOnly,
  });
  return Object.fromEntries(rows.map(({ skill, gain }) => [skill, gain]));
}
