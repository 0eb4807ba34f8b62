import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTiles, unpackTiles } from '../../shared/domain/pack-tiles.ts';
import type { TrailTile } from '../../shared/domain/walked-tiles.ts';
import { newEvent } from '../../shared/events/event.ts';
import { tilesWalked } from '../../shared/events/types/tiles-walked.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { parkedRows } from '../../shared/projection/testing/step-projector.ts';
import { expireRows } from '../../shared/projection/upkeep/expire-rows.ts';
import { tileTrailProjection } from './projection.ts';
import { findAccountsWithTiles, readTileCounts, readWalkedMinutes } from './queries/read-walked-minutes.ts';

const minuteMs = 60_000;
const day = 24 * 60 * minuteMs;
const first = Date.UTC(2026, 8, 14, 10) / minuteMs;
const account = 'aB3xYz91kQw0';

test('keeps the tiles of a minute in one row, sorted by time, in whatever order records come', async () => {
  const projection = await openTestProjection(tileTrailProjection);
  await projection.record(
    walked(first, [
      [0, 1],
      [600, 2],
    ]),
    walked(first + 1, [[0, 9]]),
  );
  // A record of three minutes, of which two are known.
  await projection.record(
    walked(first - 1, [
      [1_000, 7],
      [minuteMs + 100, 1],
      [2 * minuteMs, 9],
    ]),
  );
  await projection.record(
    walked(first, [[1_800, 4]]),
    walked(first, [[1_200, 3]]),
    walked(first, [[600, 2]]),
  );
  expect(await minutes(projection)).toEqual([
    [-1, [[1_000, 7]]],
    [
      0,
      [
        [0, 1],
        [600, 2],
        [1_200, 3],
        [1_800, 4],
      ],
    ],
    [1, [[0, 9]]],
  ]);
  const { database, live } = projection;
  const range = { accountIds: [account, 'other'], from: first, to: first + 2 };
  expect(await readTileCounts(database, live.schema, range)).toEqual([
    { accountId: account, minute: first, count: 4 },
    { accountId: account, minute: first + 1, count: 1 },
  ]);
  const withTiles = (from: number, to: number) =>
    findAccountsWithTiles(database, live.schema, { ...range, from, to });
  expect(await withTiles(first + 1, first + 2)).toEqual([account]);
  expect([await withTiles(first + 2, first + 9), await withTiles(0, first - 1)]).toEqual([[], []]);
});

test('the same log gives the same rows, in batches of any size', async () => {
  // Times are close and places are few, so that `mergeTiles` leaves out many tiles.
  const tiles = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 20 }).map((n) => n * 200),
      fc.nat(2),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const records = fc.array(fc.tuple(fc.nat(2), tiles), { minLength: 2, maxLength: 20 });
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(records, sizes, async (all, batchSizes) => {
      const events = all.map(([minute, sent]) => walked(first + minute, sent));
      const projection = await openTestProjection(tileTrailProjection, ...events);
      expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
    }),
    { numRuns: 4 },
  );
});

test('retention deletes rows older than `TILE_TRAIL_DAYS` in every generation, and every row when the setting is 0', async () => {
  const now = Math.floor(Date.now() / minuteMs);
  const ages = [8 * 1_440, 7 * 1_440 + 2, 6 * 1_440, 1];
  const projection = await openTestProjection(
    tileTrailProjection,
    ...ages.map((age, x) => walked(now - age, [[0, x]])),
  );
  await projection.digestOfRebuild([3]);
  const { database } = projection;
  expect(await expireRows(database, [tileTrailProjection], { TILE_TRAIL_DAYS: 7 * day })).toBe(4);
  const [left] = await database.many({ text: 'select count(*) from tile_trail_g2.walked_minute' });
  expect(left).toEqual({ count: 2 });
  expect(await expireRows(database, [tileTrailProjection], { TILE_TRAIL_DAYS: 0 })).toBe(4);
});

test('a record with damaged tiles is parked, and the tiles of other accounts are stored', async () => {
  const projection = await openTestProjection(tileTrailProjection);
  const damaged = newEvent(
    tilesWalked,
    { subject: 'other', source: 'ha' },
    { minute: first, tiles: Buffer.from([255]).toString('base64') },
  );
  await projection.record({ ...damaged, appendTime: 1 }, walked(first, [[0, 1]]));
  expect(await minutes(projection)).toEqual([[0, [[0, 1]]]]);
  const parked = await parkedRows(projection.database, projection.live);
  expect(parked).toMatchObject([{ subject: 'other', behind: false }]);
});

let recorded = first * minuteMs;

/** @param tiles as [ms after the start of `minute`, x] */
function walked(minute: number, tiles: readonly (readonly [number, number])[]): TimedEvent {
  recorded += 1;
  const all = tiles
    .map(
      ([ms, x]): TrailTile => ({
        ...{ at: minute * minuteMs + ms, x, y: 3_200, plane: 0, world: 486, is_on_boat: false },
      }),
    )
    .toSorted((left, right) => left.at - right.at);
  const data = { minute, tiles: packTiles(minute, all).toString('base64') };
  return { ...newEvent(tilesWalked, { subject: account, source: 'ha' }, data), appendTime: recorded };
}

/** As [minutes after `first`, tiles]. */
async function minutes({ database, live }: TestProjection) {
  const asked = { accountId: account, from: first - 1, to: first + 60, limit: 100 };
  const found = await readWalkedMinutes(database, live.schema, asked);
  return found.map((each) => [
    each.minute - first,
    unpackTiles(each.minute, each.packed).map(({ at, x }) => [at - each.minute * minuteMs, x]),
  ]);
}
