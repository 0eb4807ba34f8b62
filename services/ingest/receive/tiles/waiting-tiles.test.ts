import { expect, test } from 'vitest';
import { decideTiles, hasDueTiles, noTiles, takeDueTiles, withFailedTiles } from './waiting-tiles.ts';

const at = Date.UTC(2026, 8, 14, 17);
const minuteMs = 60_000;
const accountId = 'Qu1llonFen00';

/** A report with as many tiles as given, each 600 ms after the tile before. */
function walked(count: number, now = 0) {
  const tiles = Array.from({ length: count }, (_, tile) => ({
    ...{ at: at + 600 * tile, x: 3_200 + tile, y: 3_200, plane: 0, world: 302, is_on_boat: null },
  }));
  const facts = { at: at + 600 * count, tiles, presence: null, sessionEnds: [] };
  return { accountId, source: 'ha', facts, now };
}

test('tiles without room are appended with their report, and then nothing waits', () => {
  expect(decideTiles(noTiles, walked(5), 5).events).toEqual([]);
  const { tiles, events } = decideTiles(noTiles, walked(5), 4);
  expect(events).toHaveLength(1);
  expect(tiles).toEqual(noTiles);
});

test('tiles of a player who stopped reporting are due after five minutes, once', () => {
  const { tiles } = decideTiles(noTiles, walked(5, 1_000), 100);
  const dueAt = 1_000 + 5 * minuteMs;
  expect([dueAt, dueAt + 1].map((now) => hasDueTiles(tiles, now))).toEqual([false, true]);
  expect(takeDueTiles(accountId, tiles, dueAt).events).toEqual([]);
  const taken = takeDueTiles(accountId, tiles, dueAt + 1);
  expect(taken.events).toHaveLength(1);
  expect(taken.tiles).toEqual(noTiles);
});

test('failed tiles are taken once, and again only after another failure', () => {
  const { events } = decideTiles(noTiles, walked(5), 0);
  const failed = withFailedTiles(noTiles, events);
  const taken = takeDueTiles(accountId, failed, 0);
  expect(taken.events).toEqual(events);
  expect(takeDueTiles(accountId, taken.tiles, 0).events).toEqual([]);
  expect(takeDueTiles(accountId, withFailedTiles(taken.tiles, taken.events), 0).events).toEqual(events);
});
