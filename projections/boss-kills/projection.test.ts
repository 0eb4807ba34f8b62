import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import { foldRows } from '../../shared/projection/testing/fold-rows.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { gameEvent } from '../event-feed/testing/game-events.ts';
import { bossesMax, killsProjection } from './projection.ts';
import { readGainedKills } from './queries/kills-of-accounts.ts';
import { readKills } from './queries/read-kills.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 8, 14);

interface Report {
  readonly boss: string;
  readonly count: number;
  readonly seconds: number | null;
  /** Ms after the start. */
  readonly at: number;
  readonly recordedAt: number;
}

function killed(report: Report): TimedEvent {
  const { boss, count, seconds, at, recordedAt } = report;
  const best = seconds === null ? {} : { time: `PT${seconds}S`, isPersonalBest: true };
  const data = JSON.stringify({ type: 'KILL_COUNT', extra: { boss, count, ...best } });
  return {
    ...gameEvent('a', { type: 'KILL_COUNT', occurred_at: start + at, data }),
    appendTime: start + recordedAt,
  };
}

const at = (boss: string, count: number, hours: number, seconds: number | null = null) =>
  killed({ boss, count, seconds, at: hours * hour, recordedAt: hours * hour });

async function bosses({ database, live }: TestProjection) {
  const rows = await readKills(database, {
    ...{ schema: live.schema, accountId: 'a', limit: bossesMax },
    ...{ ranked: { ids: [], areLeftOut: true }, compareIds: () => 0, range: null },
  });
  return rows.map(({ name, kills, updated_at, best_ms, best_at }) => [
    ...[name, kills, updated_at === null ? null : updated_at - start],
    ...[best_ms, best_at === null ? null : best_at - start],
  ]);
}

test('the highest count has its earliest time, and a second report of an event changes nothing', async () => {
  const projection = await openTestProjection(killsProjection);
  const twice = { boss: 'ZULRAH ', count: 600, seconds: 56.4, at: hour + 1, recordedAt: hour + 2 };
  await projection.record(at('Zulrah', 600, 1, 56.4), killed(twice), at('Vorkath', 3, 1));
  expect(await bosses(projection)).toEqual([
    ['Zulrah', 600, hour, 56_400, hour],
    ['Vorkath', 3, hour, null, null],
  ]);
  await projection.record(at('Zulrah', 601, 2, 60), at('Vorkath', 3, 3, 40));
  expect(await bosses(projection)).toEqual([
    ['Zulrah', 601, 2 * hour, 56_400, hour],
    ['Vorkath', 3, hour, 40_000, 3 * hour],
  ]);
});

test('a lower count is taken when a report a day later confirms it', async () => {
  const projection = await openTestProjection(killsProjection);
  await projection.record(at('Zulrah', 600, 0), at('Zulrah', 5, 1));
  await projection.record(at('Zulrah', 6, 24));
  expect(await bosses(projection)).toEqual([['Zulrah', 600, 0, null, null]]);
  await projection.record(at('Zulrah', 7, 25));
  expect(await bosses(projection)).toEqual([['Zulrah', 7, 25 * hour, null, null]]);
  // The old value in between shows that the lower report was another character's.
  await projection.record(at('Zulrah', 3, 26), at('Zulrah', 7, 30), at('Zulrah', 4, 51));
  expect(await bosses(projection)).toEqual([['Zulrah', 7, 25 * hour, null, null]]);
});

test('a range has the rises of the count, and neither the first count nor a fall adds kills', async () => {
  const projection = await openTestProjection(killsProjection);
  const gained = async (from: number, to: number) => {
    const request = { schema: projection.live.schema, accountIds: ['a', 'b'], boss: 'zulrah' };
    const range = { from: start + from * hour, to: start + to * hour };
    return (await readGainedKills(projection.database, { ...request, ...range })).map(({ kills }) => kills);
  };
  await projection.record(at('Zulrah', 600, 1), at('Zulrah', 603, 2), at('ZULRAH', 603, 3));
  await projection.record(at('Zulrah', 610, 4), at('Vorkath', 1, 4), at('Vorkath', 9, 4));
  expect(await gained(0, 5)).toEqual([10]);
  expect(await gained(2, 4)).toEqual([3]);
  expect(await gained(3, 4)).toEqual([]);
  await projection.record(at('Zulrah', 5, 5), at('Zulrah', 6, 29), at('Zulrah', 8, 30));
  expect(await gained(0, 48)).toEqual([12]);
});

test('an account has a bounded number of bosses', () => {
  const events = Array.from({ length: bossesMax + 5 }, (_, number) => at(`Boss ${number}`, 1, 1));
  const recorded = events.map((event, offset) => ({
    ...{ ...event, type: gameEventRecorded.type, partition: 0, offset, recordTime: event.appendTime },
  }));
  expect(foldRows(killsProjection, recorded as never).boss).toHaveLength(bossesMax);
});

const counts = fc.array(
  fc.record({
    boss: fc.constantFrom('Zulrah', 'zulrah', 'Vorkath'),
    count: fc.integer({ min: 1, max: 5 }),
    seconds: fc.option(fc.integer({ min: 1, max: 4 })),
    at: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 30 },
);

test('each answer equals a naive computation over the log, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      counts,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (log, sizes) => {
        const projection = await openTestProjection(
          killsProjection,
          ...log.map((report, index) => killed({ ...report, recordedAt: index })),
        );
        expect(await bosses(projection)).toEqual(naive(log));
        expect(await projection.digestOfRebuild(sizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 5 },
  );
});

/** All reports are of one day, so no lower count is confirmed. */
function naive(log: readonly Omit<Report, 'recordedAt'>[]) {
  const earliest = (some: typeof log) =>
    some.length === 0 ? null : Math.min(...some.map((each) => each.at));
  return [...Map.groupBy(log, ({ boss }) => boss.toLowerCase()).values()]
    .map((reports) => {
      const kills = Math.max(...reports.map(({ count }) => count));
      const times = reports.flatMap(({ seconds }) => seconds ?? []);
      const best = times.length === 0 ? null : Math.min(...times);
      return [
        ...[reports[0]?.boss, kills, earliest(reports.filter(({ count }) => count === kills))],
        ...[
          best === null ? null : best * 1_000,
          earliest(reports.filter(({ seconds }) => best !== null && seconds === best)),
        ],
      ];
    })
    .sort(([one, left], [other, right]) =>
      left === right
        ? String(one).toLowerCase() < String(other).toLowerCase()
          ? -1
          : 1
        : Number(right) - Number(left),
    );
}
