import { pino } from 'pino';
import { expect, test } from 'vitest';
import { dayMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { type GameMemoryOptions, openGameMemory } from './game-memory.ts';
import { readKnownGame, writeFileItems, writeFileWorlds } from './game-tables.ts';

const start = Date.UTC(2026, 8, 14);
const whip = { id: 4_151, name: 'Abyssal whip', ge_price: 1_502_233, ha_price: 72_000 };
const seldom = 3_600_000;
const reporters = ['account', 'member'];

async function openProcess(database: Database, options: Partial<GameMemoryOptions> = {}) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const game = openGameMemory({ database, logger, clock: () => start, everyMs: seldom, ...options });
  atEnd(() => game.close());
  await game.ready;
  return { game, lines };
}

test('a process knows the items that another process learned, at its start and while it runs', async () => {
  const { database } = await freshDatabase('hub');
  const everyMs = 20;
  const [one, other] = [await openProcess(database, { everyMs }), await openProcess(database, { everyMs })];
  one.game.learnItem(whip, reporters);
  one.game.learnWorld(486, false);
  expect(one.game.itemOf(4_151).name).toBe('Abyssal whip');
  await expect.poll(() => other.game.itemOf(4_151)).toEqual({ ...whip, id: undefined });
  await expect.poll(() => other.game.isSpecial(486)).toBe(false);
  // The newest report counts, from any process.
  other.game.learnItem({ ...whip, ge_price: 7, name: null }, reporters);
  await expect.poll(() => one.game.itemOf(4_151)).toMatchObject({ name: 'Abyssal whip', ge_price: 7 });
  other.game.learnWorld(486, true);
  await expect.poll(() => one.game.isSpecial(486)).toBe(true);
  const late = await openProcess(database);
  expect(late.game.itemOf(4_151).ge_price).toBe(7);
  expect(late.game.isSpecial(486)).toBe(true);
});

test('writes the last learned items at the end, and a flood of items with several statements', async () => {
  const { database } = await freshDatabase('hub');
  const { game } = await openProcess(database);
  for (let id = 0; id < 3_000; id += 1) game.learnItem({ ...whip, id }, reporters);
  const count = async () =>
    (await database.one<{ items: number }>({ text: 'select count(*)::integer as items from hub.known_item' }))
      .items;
  await game.close();
  expect(await count()).toBe(2_000);
  await game.close();
  expect(await count()).toBe(3_000);
});

test('a file wins over reports of a process that has not read it yet', async () => {
  const { database } = await freshDatabase('hub');
  const { game } = await openProcess(database);
  const ofFile = { ...whip, name: 'Abyssal whip of a file', ge_price: 1_000 };
  await writeFileItems(database, [ofFile], start);
  await writeFileWorlds(database, [{ world: 302, special: false }], start - 1);
  game.learnItem({ ...whip, name: 'Rude', ge_price: 2_000, ha_price: 1 }, reporters);
  game.learnWorld(302, false);
  await game.close();
  const { game: later } = await openProcess(database);
  expect(later.itemOf(4_151)).toEqual({ ...ofFile, id: undefined });
  const monthsLater = await readKnownGame(database, () => start + 100 * dayMs);
  expect(monthsLater.isSpecial(302)).toBe(false);
  // A week later the guide price of reports counts, and the newest report decides about a world.
  const { game: newer } = await openProcess(database, { clock: () => start + 7 * dayMs });
  newer.learnItem({ ...whip, name: 'Rude', ge_price: 2_000, ha_price: 1 }, reporters);
  newer.learnWorld(302, true);
  await newer.close();
  const { game: last } = await openProcess(database, { clock: () => start + 7 * dayMs });
  expect(last.itemOf(4_151)).toEqual({ ...ofFile, id: undefined, ge_price: 2_000 });
  expect(last.isSpecial(302)).toBe(true);
});

test('a file with some details keeps the other details', async () => {
  const { database } = await freshDatabase('hub');
  const { game } = await openProcess(database);
  game.learnItem(whip, reporters);
  await game.close();
  await writeFileItems(database, [{ id: 4_151, name: null, ge_price: 5, ha_price: null }], start);
  const { game: later } = await openProcess(database);
  expect(later.itemOf(4_151)).toEqual({ ...whip, id: undefined, ge_price: 5 });
  later.learnItem({ ...whip, name: 'Whip', ge_price: 6 }, reporters);
  expect(later.itemOf(4_151)).toMatchObject({ name: 'Whip', ge_price: 5 });
});

test('a process without its database still learns, warns once, and shares its items when the database is back', async () => {
  const { database, url } = await freshDatabase('hub');
  const open = () => openDatabase({ url, name: 'away', maxConnections: 1, statementTimeoutMs: 1_000 });
  const away = open();
  await away.close();
  let reached: Database = away;
  const through = {
    one: (s) => reached.one(s),
    many: (s) => reached.many(s),
    run: (s) => reached.run(s),
  } as Database;
  const { game, lines } = await openProcess(through, { everyMs: 20 });
  game.learnItem(whip, reporters);
  expect(game.itemOf(4_151).name).toBe('Abyssal whip');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const failure = { level: 40, msg: 'sharing of known items and worlds failed, trying again' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([failure]);
  reached = database;
  await expect
    .poll(async () => (await readKnownGame(database, Date.now)).itemOf(4_151).name)
    .toBe('Abyssal whip');
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    failure,
    { level: 30, msg: 'sharing of known items and worlds succeeds again' },
  ]);
});
