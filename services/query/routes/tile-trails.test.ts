import { expect, test } from 'vitest';
import { packTiles } from '../../../shared/domain/pack-tiles.ts';
import type { TrailTile } from '../../../shared/domain/walked-tiles.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const start = now - (now % minuteMs) - 60 * minuteMs;

interface Shown {
  readonly at: string;
  readonly x: number;
  readonly via: string | null;
}

const walk = onceAFile(() =>
  openTestApi({
    history: [
      point('a', start - 8 * dayMs, 1),
      tiles('a', start - 8 * dayMs, [
        [0, 1],
        [600, 2],
      ]),
      tiles('a', start, [
        [0, 3_000],
        [600, 3_002],
        [1_200, 3_004],
      ]),
      point('a', start, 3_000),
      point('a', start + minuteMs, 3_004),
      tiles('a', start + 2 * minuteMs, [
        [0, 3_006],
        [59_900, 3_010],
      ]),
      tiles('b', start, [[300, 7]]),
      tiles('hidden', start, [[0, 1]]),
    ],
  }),
);

// rules/additions.md#detailtile
test('serves every known tile in the shape of a point, and the single point of a minute without tiles', async () => {
  const { data } = walk();
  const trail = await data(`/accounts/a/locations?detail=tile`);
  expect(Object.keys(trail)).toEqual(['account', 'from', 'to', 'points', 'truncated']);
  expect(trail.truncated).toBe(false);
  expect(trail.points.map(({ at, x, via }: Shown) => [Date.parse(at) - start, x, via])).toEqual([
    // Tiles are kept for 7 days, and points for 30.
    [-8 * dayMs, 1, null],
    [0, 3_000, 'gap'],
    [600, 3_002, 'move'],
    [1_200, 3_004, 'move'],
    [minuteMs, 3_004, 'move'],
    [2 * minuteMs, 3_006, 'move'],
    [2 * minuteMs + 59_900, 3_010, 'move'],
  ]);
  expect(trail.points[2]).toEqual({
    ...{ at: iso(start + 600), x: 3_002, y: 3_070, plane: 1, world: 486, is_on_boat: false, via: 'move' },
  });
});

test('a range cuts tiles to the millisecond, also in the answer for several accounts', async () => {
  const { data } = walk();
  const range = `from=${iso(start + 600)}&to=${iso(start + 2 * minuteMs + 59_900)}&detail=tile`;
  const { accounts } = await data(`/locations?accounts=b,a&${range}`);
  expect(accounts).toEqual([
    { account: { id: 'b', name: 'Bram Oak' }, points: [], truncated: false },
    {
      account: { id: 'a', name: 'Quillon Fen' },
      points: (await data(`/accounts/a/locations?${range}`)).points,
      truncated: false,
    },
  ]);
  expect(accounts[1].points.map(({ x }: Shown) => x)).toEqual([3_002, 3_004, 3_004, 3_006]);
  expect(accounts[1].points[0].via).toBeNull();
});

test('the answer has no tiles and no new property when no detail is asked for', async () => {
  const { data } = walk();
  const trail = await data('/accounts/a/locations');
  expect(Object.keys(trail)).toEqual(['account', 'from', 'to', 'points']);
  expect(trail.points).toHaveLength(3);
  const { accounts } = await data('/locations?accounts=a');
  expect(accounts).toEqual([{ account: trail.account, points: trail.points }]);
});

test('an unknown detail gets a 400, and an unreadable account gets a 404', async () => {
  const { faults, text } = walk();
  for (const detail of ['minute', '', 'TILE', 'tile,tile']) {
    expect(await faults(`/accounts/a/locations?detail=${detail}`), detail).toEqual(['detail']);
    expect(await faults(`/locations?accounts=a&detail=${detail}`), detail).toEqual(['detail']);
  }
  for (const path of ['/accounts/hidden/locations?detail=tile', '/locations?accounts=a,hidden&detail=tile']) {
    expect(await text(path), path).toEqual([404, notFound]);
  }
});

test('a step counts as a move or a teleport by the distance that is possible in its game ticks', async () => {
  const ways = [
    [600, 4, false, 'move'],
    [600, 5, false, 'teleport'],
    [600, 8, true, 'move'],
    [600, 9, true, 'teleport'],
    [1_200, 6, false, 'move'],
    [1_200, 7, false, 'teleport'],
  ] as const;
  const history = ways.map(([ms, x, onBoat], index) =>
    tiles('a', start + 10 * index * minuteMs - 60 * minuteMs, [
      [0, 3_000],
      [ms, 3_000 + x, onBoat],
    ]),
  );
  const { data } = await openTestApi({ history });
  const { points } = await data('/accounts/a/locations?detail=tile');
  const steps = points.filter((_: Shown, index: number) => index % 2 === 1);
  expect(steps.map(({ via }: Shown) => via)).toEqual(ways.map(([, , , via]) => via));
});

test('each trail has its newest 20,000 tiles, also in an answer with another trail', async () => {
  const ids = ['a', 'b'];
  const api = await openTestApi({ history: ids.map((id) => tiles(id, start, [[0, 0]])) });
  const packed = (minute: number) =>
    packTiles(
      minute,
      Array.from({ length: 500 }, (_, n) => tileAt(minute * minuteMs + n * 100, n)),
    );
  const rows = ids.flatMap((id) =>
    Array.from({ length: 41 }, (_, n) => ({ id, minute: start / minuteMs - 41 + n })),
  );
  await api.database.run({
    text: `insert into tile_trail_g1.walked_minute (account_id, at, count, tiles)
           select id, minute * 60000, 500, decode(tiles, 'base64')
           from json_to_recordset($1) as row (id text, minute bigint, tiles text)`,
    values: [JSON.stringify(rows.map((row) => ({ ...row, tiles: packed(row.minute).toString('base64') })))],
  });
  const trail = await api.data('/accounts/a/locations?detail=tile');
  expect([trail.points.length, trail.truncated]).toEqual([20_000, true]);
  // The first tile of the oldest served minute is cut, because the tile at the start is newer.
  expect(trail.points.at(-1).at).toBe(iso(start));
  expect(trail.points[0]).toMatchObject({ at: iso(start - 40 * minuteMs + 100), via: null });
  const { accounts } = await api.data('/locations?accounts=a,b&detail=tile');
  expect(accounts.map(({ points }: { points: Shown[] }) => points.length)).toEqual([20_000, 20_000]);
  const part = await api.data(`/accounts/a/locations?detail=tile&to=${iso(start - 30 * minuteMs)}`);
  expect([part.points.length, part.truncated]).toEqual([5_500, false]);
});

let recorded = start - 40 * dayMs;

function point(account: string, at: number, x: number): TimedEvent {
  recorded += 1;
  const points = [{ at, x, y: 3_070, plane: 1, world: 486, is_on_boat: null }];
  const event = newEvent(positionReported, { subject: account, source: 'ha' }, { points });
  return { ...event, appendTime: recorded };
}

/** @param walked as [ms after the start of the minute, x, on a boat] */
function tiles(
  account: string,
  from: number,
  walked: readonly (readonly [number, number, boolean?])[],
): TimedEvent {
  recorded += 1;
  const minute = from / minuteMs;
  const all = walked.map(([ms, x, onBoat = false]) => ({ ...tileAt(from + ms, x), is_on_boat: onBoat }));
  const data = { minute, tiles: packTiles(minute, all).toString('base64') };
  return { ...newEvent(tilesWalked, { subject: account, source: 'ha' }, data), appendTime: recorded };
}

function tileAt(at: number, x: number): TrailTile {
  return { at, x, y: 3_070, plane: 1, world: 486, is_on_boat: false };
}
