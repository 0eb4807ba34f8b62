import { expect, test, vi } from 'vitest';
import { readCurrent } from '../../../../projections/access/commands/append-and-wait.ts';
import { unpackTiles } from '../../../../shared/domain/pack-tiles.ts';
import type { DataOf } from '../../../../shared/events/event.ts';
import type { tilesWalked } from '../../../../shared/events/types/tiles-walked.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 8, 14, 17);

test('the tiles of three minutes are one record, which comes with the first report of a later minute', async () => {
  const { ingest, send } = await openPlayer();
  await send(2_000, [600, 1_200, 1_800]);
  await send(4_000, [2_400, 3_000]);
  expect(await stored(ingest)).toEqual([]);
  await send(minuteMs + 2_000, [minuteMs + 600]);
  expect(await stored(ingest)).toEqual([]);
  // The last tile of the record comes with the next report.
  await send(3 * minuteMs + 2_000, [3 * minuteMs - 600, 3 * minuteMs + 600]);
  expect(await stored(ingest)).toEqual([
    [0, [600, 1_200, 1_800, 2_400, 3_000, minuteMs + 600, 3 * minuteMs - 600]],
  ]);
});

test('a logout appends all tiles', async () => {
  const { ingest, send } = await openPlayer();
  await send(2_000, [600, 1_200], (body) => Object.assign(body, { state: 'LOGIN_SCREEN' }));
  expect(await stored(ingest)).toEqual([[0, [600, 1_200]]]);
});

test('a stop of the process appends all tiles', async () => {
  const { ingest, send } = await openPlayer();
  const app = ingest.openIngest();
  await send(2_000, [600, 1_200], () => {}, app);
  expect(await stored(ingest)).toEqual([]);
  await app.close();
  expect(await stored(ingest)).toEqual([[0, [600, 1_200]]]);
});

test('a message that comes twice, at once or a minute later, adds no tile twice', async () => {
  const { ingest, send } = await openPlayer();
  await send(2_000, [600, 1_200]);
  await send(2_000, [600, 1_200]);
  await send(minuteMs, [600, 1_200], (body) => Object.assign(body, { timestamp: start + 2_000 }));
  await send(3 * minuteMs + 100, []);
  expect(await stored(ingest)).toEqual([[0, [600, 1_200]]]);
});

test('tiles on a special world, or from more than an hour before, are left out', async () => {
  const { ingest, send } = await openPlayer();
  await send(1_000, [400], (body) => Object.assign(body.player, { worldTypes: ['SEASONAL'] }));
  await send(2_000, [600 - 61 * minuteMs, 600]);
  await send(3 * minuteMs + 100, []);
  expect(await stored(ingest)).toEqual([[0, [600]]]);
});

test('tiles that come very late become records of their own hour, and a fold can read the records', async () => {
  const { ingest, send } = await openPlayer();
  await send(2_000, [600 - 59 * minuteMs, 600]);
  await send(3 * minuteMs + 100, []);
  expect(await stored(ingest)).toEqual([
    [-59, [600]],
    [0, [600]],
  ]);
});

test('no tile is appended when the hub does not keep tiles, and the trail by minute stays', async () => {
  const { ingest, send } = await openPlayer({ keepsTiles: false });
  await send(2_000, [600, 1_200]);
  await send(minuteMs + 2_000, [minuteMs + 600], (body) => Object.assign(body, { state: 'LOGIN_SCREEN' }));
  expect(await stored(ingest)).toEqual([]);
  expect(await ingest.read('hub.location')).toHaveLength(2);
});

test('the tiles of an account that was erased in the meantime are dropped', async () => {
  const { ingest, send } = await openPlayer();
  const forgotten = {
    ...ingest.directory,
    currentOrStale: () => ({ ...ingest.directory.currentOrStale(), accounts: new Map() }),
  };
  const app = ingest.openIngest({ directory: forgotten });
  await send(2_000, [600], () => {}, app);
  await app.close();
  expect(await stored(ingest)).toEqual([]);
});

test('the task appends the tiles of a silent player after five minutes, also after its append failed', async () => {
  const { ingest, send } = await openPlayer();
  let failures = 0;
  const append: TestIngest['journal']['append'] = async (...given) => {
    const isOfTask = given[0].every(({ stream }) => stream === 'hub.tiles');
    if (!isOfTask || failures > 0) return ingest.journal.append(...given);
    failures += 1;
    throw new Error('the log is away');
  };
  const app = ingest.openIngest({ journal: { ...ingest.journal, append } });
  await send(2_000, [600], () => {}, app);
  ingest.now += 6 * minuteMs;
  const again = { timeout: 20_000, interval: 100 };
  await vi.waitFor(async () => expect(await stored(ingest)).toEqual([[0, [600]]]), again);
  expect(failures).toBe(1);
});

test('tiles whose append failed are appended later', async () => {
  const { ingest, send } = await openPlayer();
  let isAway = false;
  const journal: TestIngest['journal'] = {
    ...ingest.journal,
    append: async (...given) => {
      if (isAway) throw new Error('the log is away');
      return ingest.journal.append(...given);
    },
  };
  const app = ingest.openIngest({ journal });
  await send(2_000, [600], () => {}, app);
  isAway = true;
  expect(await send(3 * minuteMs + 2_000, [3 * minuteMs + 600], () => {}, app)).toBe(503);
  isAway = false;
  await app.close();
  expect(await stored(ingest)).toEqual([
    [0, [600]],
    [3, [600]],
  ]);
});

async function openPlayer(deps: Parameters<typeof openTestIngest>[0] = {}) {
  const ingest = await openTestIngest(deps);
  ingest.now = start;
  const token = await ingest.pair(await ingest.addMember('Quill'));
  await ingest.report(token, bodyAt(start, []));
  await readCurrent(ingest);

  /** `at` and `tiles` are ms after `start`. @returns the status of the answer */
  async function send(
    at: number,
    tiles: readonly number[],
    change: (body: HaBody) => void = () => {},
    app?: ReturnType<TestIngest['openIngest']>,
  ): Promise<number> {
    ingest.now = start + at;
    const body = bodyAt(ingest.now, tiles);
    change(body);
    return (await ingest.report(token, body, app === undefined ? {} : { app })).statusCode;
  }
  return { ingest, send };
}

function bodyAt(at: number, tiles: readonly number[]): HaBody {
  const body = haFixture('ha-snapshot');
  body.timestamp = at;
  body.player.locationTrail = tiles.map((ms) => ({
    ...{ x: 3_200 + ((ms / 200) % 1_000), y: 3_200, plane: 0, isOnBoat: false, timestamp: start + ms },
  }));
  return body;
}

/** Each record as [minutes after `start`, its tiles in ms after the start of its minute]. */
async function stored(ingest: TestIngest): Promise<[number, number[]][]> {
  return (await ingest.read('hub.tiles')).map(({ data }) => {
    const { minute, tiles } = data as DataOf<typeof tilesWalked>;
    const times = unpackTiles(minute, Buffer.from(tiles, 'base64')).map(({ at }) => at - minute * minuteMs);
    return [minute - start / minuteMs, times];
  });
}
