import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newEvent } from '../../shared/events/event.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { expireRows } from '../../shared/projection/upkeep/expire-rows.ts';
import { locationTrailProjection } from './projection.ts';
import { findAccountsWithPoints } from './queries/read-points.ts';
import { readTrail } from './queries/read-trail.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 8, 14, 10);
const account = 'aB3xYz91kQw0';

test('keeps the first known position of each minute, in log order, also across batches', async () => {
  const projection = await openTestProjection(locationTrailProjection);
  await projection.record(position(30_000, 1), position(59_999, 2), position(minute, 3));
  await projection.record(position(10_000, 4), position(2 * minute + 5_000, 5));
  expect(await trail(projection)).toEqual([
    [30_000, 1],
    [minute, 3],
    [2 * minute + 5_000, 5],
  ]);
});

test('serves points with their time in [from, to), oldest first, page by page', async () => {
  const projection = await openProjection(...[0, 1, 2, 3, 4].map((n) => position(n * minute + 20_000, n)));
  const within = async (from: number, to: number) =>
    (await trail(projection, { from, to })).map(([, x]) => x);
  expect(await within(20_000, minute + 20_000)).toEqual([0]);
  expect(await within(20_001, minute + 20_001)).toEqual([1]);
  expect(await within(minute, minute)).toEqual([]);
  const first = await trail(projection, { limit: 3 });
  const afterMinute = Math.floor((start + (first.at(-1)?.[0] ?? 0)) / minute);
  expect([...first, ...(await trail(projection, { limit: 3, afterMinute }))].map(([, x]) => x)).toEqual([
    0, 1, 2, 3, 4,
  ]);
});

test('finds the accounts with points in a range of minutes and times', async () => {
  const { database, live } = await openProjection(position(20_000, 1));
  const having = (from: number, to: number, minutes: readonly [number, number]) => {
    const [fromMinute, toMinute] = minutes.map((each) => start / minute + each) as [number, number];
    const range = { from: start + from, to: start + to, fromMinute, toMinute };
    return findAccountsWithPoints(database, live.schema, { accountIds: ['other', account], ...range });
  };
  expect(await having(20_000, 20_001, [0, 1])).toEqual([account]);
  expect(await having(20_001, minute, [0, 1])).toEqual([]);
  expect(await having(0, 20_000, [0, 1])).toEqual([]);
  expect(await having(0, minute, [1, 2])).toEqual([]);
  expect(await having(0, minute, [-1, 0])).toEqual([]);
});

test('the same log gives the same trail, in batches of any size', async () => {
  const points = fc.array(fc.integer({ min: 0, max: 20 * minute }), { minLength: 1, maxLength: 40 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(points, sizes, async (times, batchSizes) => {
      const projection = await openProjection(...times.map((at, x) => position(at, x)));
      expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
    }),
    { numRuns: 3 },
  );
});

test('retention deletes only older points, in every generation (read-api 8 "kept trail")', async () => {
  const now = Date.now();
  const ages = [31 * day, 30 * day + minute, 29 * day, 0];
  const projection = await openProjection(...ages.map((age, x) => position(now - start - age, x)));
  await projection.digestOfRebuild([3]);
  const kept = {
    XP_RAW_RETENTION_DAYS: day,
    LOCATION_RETENTION_DAYS: 30 * day,
    AUDIT_LOG_RETENTION_DAYS: day,
  };
  expect(await expireRows(projection.database, [locationTrailProjection], kept)).toBe(4);
  expect((await trail(projection, { from: -90 * day, to: 90 * day + now })).map(([, x]) => x)).toEqual([
    2, 3,
  ]);
  const [rebuilt] = await projection.database.many<{ count: number }>({
    text: 'select count(*) from location_trail_g2.point',
  });
  expect(rebuilt).toEqual({ count: 2 });
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(locationTrailProjection, ...events);

let recorded = start;

/** Recorded in the order of the calls, whatever `at` is. */
function position(at: number, x: number): TimedEvent {
  recorded += 1;
  const point = { at: start + at, x, y: 3_200, plane: 0, world: 486, is_on_boat: false };
  return {
    ...newEvent(positionReported, { subject: account, source: 'ha' }, { points: [point] }),
    appendTime: recorded,
  };
}

interface Asked {
  readonly from?: number;
  readonly to?: number;
  readonly afterMinute?: number | null;
  readonly limit?: number;
}

/** As [ms after the start, x]. */
async function trail({ database, live }: TestProjection, asked: Asked = {}): Promise<[number, number][]> {
  const { from = 0, to = day, afterMinute = null, limit = 100 } = asked;
  const range = { from: start + from, to: start + to };
  const { schema } = live;
  const page = await readTrail(database, { schema, accountId: account, ...range, afterMinute, limit });
  const points: { at: string; x: number }[] = JSON.parse(`[${page.points}]`);
  expect(points).toHaveLength(page.count);
  return points.map(({ at, x }) => [Date.parse(at) - start, x]);
}
