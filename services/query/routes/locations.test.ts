import { expect, test } from 'vitest';
import { quill } from '../../../projections/access/testing/membership.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = now - (now % minute) - day;

const trails = onceAFile(() =>
  openTestApi({
    history: [
      at('a', start, 7),
      at('hidden', start, 1),
      ...Array.from({ length: 2_500 }, (_, n) => at('b', start - n * minute, n)),
    ],
  }),
);

// rules/histories.md#trail, rules/histories.md#retention
test('a trail has the first point of each minute, oldest first, for as long as trails are kept (read-api 2.7, 4 /accounts/{id}/locations, 8 "default ranges", 8 "kept trail")', async () => {
  const { data } = await openTestApi({
    history: [
      at('a', now - 30 * day - 10_000, 1),
      at('a', now - 30 * day, 2),
      at('a', start + 10, 3),
      at('a', start + 20, 4),
      at('a', start + minute, 5),
    ],
  });
  const point = (ms: number, x: number, via: string | null) => ({
    at: iso(ms),
    x,
    y: 3_070,
    plane: 1,
    world: 486,
    is_on_boat: null,
    via,
  });
  const all = [point(now - 30 * day, 2, null), point(start + 10, 3, 'gap'), point(start + minute, 5, 'move')];
  expect(await data('/accounts/a/locations')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    from: iso(now - 30 * day),
    to: iso(now),
    points: all,
  });
  // The older point is still in the table, but the range begins at the retention.
  const older = await data(`/accounts/a/locations?from=${iso(now - 90 * day)}`);
  expect(older).toMatchObject({ from: iso(now - 30 * day), points: all });
  const points = async (from: number, to: number) =>
    (await data(`/accounts/a/locations?from=${iso(from)}&to=${iso(to)}`)).points;
  expect(await points(now - 90 * day, now - 60 * day)).toEqual([]);
  expect(await points(start + 10, start + minute)).toEqual([{ ...all[1], via: null }]);
  expect(await points(start + 11, start + minute + 1)).toEqual([{ ...all[2], via: null }]);
  expect(await points(start + 10, start + 10)).toEqual([]);
});

test('several trails come in request order, each equal to the answer for its account alone (read-api 4 /locations)', async () => {
  const { data } = trails();
  const found = await data(`/locations?accounts=b,a,b&to=${iso(now)}`);
  expect(found).toMatchObject({ from: iso(now - 30 * day), to: iso(now) });
  expect(found.accounts.map((each: { account: object }) => each.account)).toEqual([
    { id: 'b', name: 'Bram Oak' },
    { id: 'a', name: 'Quillon Fen' },
  ]);
  expect(found.accounts[0].points).toHaveLength(2_500);
  // The trail has no gap between the pages in which the hub reads the trail.
  expect(found.accounts[0].points.filter(({ via }: { via: string | null }) => via !== 'move').length).toBe(1);
  expect(found.accounts[0].points).toEqual((await data('/accounts/b/locations')).points);
  expect(found.accounts[1].points).toEqual((await data('/accounts/a/locations')).points);
});

test('the error names the bad parameter', async () => {
  const { faults, makeKey } = trails();
  expect(await faults('/locations')).toEqual(['accounts']);
  expect(await faults('/locations?accounts=,')).toEqual(['accounts']);
  expect(await faults(`/locations?accounts=a&from=${iso(now + 1)}`)).toEqual(['from']);
  expect(await faults('/accounts/nobody/locations?from=x')).toEqual(['from']);
  const ids = Array.from({ length: 11 }, (_, n) => `id${n}`).join(',');
  expect(await faults(`/locations?accounts=${ids}`, await makeKey(2, quill))).toEqual(['accounts']);
});

test('an unreadable account makes the whole answer a 404, like an unknown account (read-api 4.2)', async () => {
  const { text, makeKey } = trails();
  const live = await makeKey(3, null, { categories: ['location_live', 'activity'] });
  for (const [path, key] of [
    ['/accounts/nobody/locations', undefined],
    ['/accounts/hidden/locations', undefined],
    ['/accounts/a/locations', live],
    ['/locations?accounts=a,nobody', undefined],
    ['/locations?accounts=a,hidden', undefined],
    ['/locations?accounts=a', live],
  ] as const) {
    expect(await text(path, key), path).toEqual([404, notFound]);
  }
});

// rules/additions.md#via
test('each point tells how the player came from the point before', async () => {
  const ways: readonly (readonly [string, number, { x: number; y: number; is_on_boat?: boolean }, string])[] =
    [
      ['within 12 s: 40 tiles and 6 more', 12_000, { x: 46, y: -46 }, 'move'],
      ['one tile more', 12_000, { x: 47, y: 0 }, 'teleport'],
      ['as far on a boat, where it ends', 12_000, { x: 86, y: 0, is_on_boat: true }, 'move'],
      ['further than a boat', 12_000, { x: 87, y: 0, is_on_boat: true }, 'teleport'],
      ['down a ladder', 12_000, { x: 0, y: 6_400 }, 'entrance'],
      ['up again, and some steps', 12_000, { x: 46, y: -6_446 }, 'entrance'],
      ['beside the ladder', 12_000, { x: 47, y: 6_400 }, 'teleport'],
      ['beyond it', 12_000, { x: 0, y: 6_447 }, 'teleport'],
      ['five minutes later, standing still', 300_000, { x: 0, y: 0 }, 'move'],
      ['after more than five minutes', 300_001, { x: 0, y: 0 }, 'gap'],
    ];
  const pairs = ways.flatMap(([, laterMs, { x, y, ...more }], index) => {
    const first = start + index * 60 * minute - 1_000;
    return [
      at('a', first, 3_000, { y: 7_000 }),
      at('a', first + laterMs, 3_000 + x, { y: 7_000 + y, ...more }),
    ];
  });
  const { data } = await openTestApi({ history: pairs });
  const { points } = await data('/accounts/a/locations');
  const via = points.map((point: { via: string | null }) => point.via);
  expect(via).toEqual(ways.flatMap(([, , , expected], index) => [index === 0 ? null : 'gap', expected]));
});

let recorded = start - 40 * day;

/** Records are appended in the order of the calls. */
function at(
  account: string,
  ms: number,
  x: number,
  more: { y?: number; is_on_boat?: boolean } = {},
): TimedEvent {
  recorded += 1;
  const point = { at: ms, x, y: 3_070, plane: 1, world: 486, is_on_boat: null, ...more };
  return {
    ...newEvent(positionReported, { subject: account, source: 'ha' }, { points: [point] }),
    appendTime: recorded,
  };
}
