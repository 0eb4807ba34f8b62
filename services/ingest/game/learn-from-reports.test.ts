import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { reportFixture } from '../testing/first-report.ts';
import { countRecords, openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';
import { readKnownGame } from './game-tables.ts';

async function openOne(ingest: TestIngest) {
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const app = ingest.openIngest({ metrics: new Registry() });
  const send = (body: string) =>
    app.inject({
      method: 'POST',
      url: '/api/group/hub/update-group-member',
      headers: { authorization: token },
      payload: body,
    });
  return { token, app, send };
}

async function wornOf(ingest: TestIngest) {
  const state = await ingest.read('hub.state');
  return state.find(({ type, source }) => type === 'equipment-reported' && source === 'gim')?.data;
}

it('learns names and prices from gear and drops, and types of worlds, from a plugin that sends them', async () => {
  const ingest = await openTestIngest();
  const { token, app, send } = await openOne(ingest);
  await ingest.report(token, { ...haFixture('ha-snapshot'), timestamp: ingest.now }, { app });
  await ingest.report(token, { ...haFixture('ha-loot'), timestamp: ingest.now }, { app });
  await ingest.report(token, { ...haFixture('ha-snapshot-seasonal'), timestamp: ingest.now }, { app });
  // This plugin sends no names and no types, so nothing is learned from it.
  expect((await send(reportFixture('gim-update-full'))).statusCode).toBe(200);
  await app.close();
  const game = await readKnownGame(ingest.database, () => ingest.now);
  const asked = { text: 'select id from hub.known_item where id in (3144, 4151)' };
  expect(await ingest.database.many(asked)).toEqual([{ id: 4_151 }]);
  const names = [4_151, 391, 12_922, 3_144].map((id) => game.itemOf(id).name);
  expect(names).toEqual(['Abyssal whip', 'Manta ray', 'Tanzanite fang', 'Unknown (3144)']);
  expect(game.itemOf(4_151)).toMatchObject({ ge_price: 1_502_233, ha_price: 72_000 });
  expect([486, 577, 553].map((world) => game.isSpecial(world))).toEqual([false, true, null]);
});

it('learns no world from a late report', async () => {
  const ingest = await openTestIngest();
  const { token, app } = await openOne(ingest);
  await ingest.report(token, { ...haFixture('ha-snapshot'), timestamp: ingest.now }, { app });
  ingest.now += 600_000;
  const waited = { ...haFixture('ha-loot'), timestamp: ingest.now - 300_000 };
  Object.assign(waited.player, { world: '302', worldTypes: [] });
  expect((await ingest.report(token, waited, { app })).statusCode).toBe(200);
  await app.close();
  const game = await readKnownGame(ingest.database, () => ingest.now);
  expect([486, 302].map((world) => game.isSpecial(world))).toEqual([false, null]);
});

it('reads the known game before it receives the first report', async () => {
  const ingest = await openTestIngest();
  const { token, app } = await openOne(ingest);
  await ingest.report(token, { ...haFixture('ha-snapshot'), timestamp: ingest.now }, { app });
  await app.close();
  const slow: Database = {
    ...ingest.database,
    many: async (statement) => {
      if (statement.text.includes('hub.known_')) await setTimeout(300);
      return ingest.database.many(statement);
    },
  };
  const sent = await ingest.openIngest({ database: slow }).inject({
    method: 'POST',
    url: '/api/group/hub/update-group-member',
    headers: { authorization: token },
    payload: reportFixture('gim-update-full'),
  });
  expect(sent.statusCode).toBe(200);
  const worn = await wornOf(ingest);
  const whip = expect.objectContaining({ id: 4_151, name: 'Abyssal whip' });
  expect(worn).toMatchObject({ items: expect.arrayContaining([whip]) });
});

it('continues without the database: a report gets only the names that its own process knows', async () => {
  const ingest = await openTestIngest();
  const { app, send, token } = await openOne(ingest);
  // All accounts are known before the database goes away.
  await send(reportFixture('gim-update-delta'));
  await ingest.report(token, { ...haFixture('ha-snapshot'), timestamp: ingest.now }, { app });
  const database = openDatabase({
    url: ingest.url,
    name: 'away',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
  });
  await database.close();
  const alone = ingest.openIngest({ database, metrics: new Registry() });
  const sent = await alone.inject({
    method: 'POST',
    url: '/api/group/hub/update-group-member',
    headers: { authorization: token },
    payload: reportFixture('gim-update-full'),
  });
  expect(sent.statusCode).toBe(200);
  const worn = await wornOf(ingest);
  // The other process knows the whip, and has not shared it yet.
  expect(worn).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: 'Unknown (4151)' })]),
  });
});

it('accepts an update each second, and stores only the body of an update without new facts', async () => {
  const ingest = await openTestIngest();
  const { send } = await openOne(ingest);
  await send(reportFixture('gim-update-full'));
  const first = await countRecords(ingest);
  for (let second = 0; second < 5; second += 1) {
    ingest.now += 1_000;
    expect((await send(reportFixture('gim-update-full'))).statusCode).toBe(200);
  }
  const { 'hub.raw': raw = 0, ...others } = await countRecords(ingest);
  const { 'hub.raw': rawBefore = 0, ...before } = first;
  expect([raw - rawBefore, others]).toEqual([5, before]);
  // Five more minutes stay below the limits of a device.
  for (let second = 0; second < 300; second += 1) {
    ingest.now += 1_000;
    expect((await send(reportFixture('gim-update-delta'))).statusCode).toBe(200);
  }
});
