import type { FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { given, id } from '../projections/access/testing/membership.ts';
import { accountStateProjection } from '../projections/account-state/projection.ts';
import { locationTrailProjection } from '../projections/location-trail/projection.ts';
import { playSessionsProjection } from '../projections/play-sessions/projection.ts';
import { reportFixture } from '../services/ingest/testing/first-report.ts';
import { openTestApi } from '../services/query/testing/open-test-api.ts';

async function openHub() {
  const projections = [accountStateProjection, locationTrailProjection, playSessionsProjection];
  const api = await openTestApi({ projections });
  await api.appendMembership(given.member(id(1), 'Merrin'));
  const [code, key] = [await api.makeCode(id(1)), await api.makeKey(1)];
  const openIngest = () => api.openIngest({ isSoleProcess: false });
  const ingest = openIngest();
  const paired = await ingest.inject({ method: 'POST', url: '/api/osrs-data/pair', payload: { code } });
  const { token } = paired.json();

  async function shown(name: string, check: (entry: Entry) => void): Promise<void> {
    await vi.waitFor(
      async () => {
        // A key may ask for the snapshot once a second.
        api.advanceLimitClock(1_000);
        const { body } = await api.get('/snapshot', { key });
        check(body.data.find((entry: Entry) => entry.name === name));
      },
      { timeout: 15_000, interval: 50 },
    );
  }
  return { api, key, token, ingest, openIngest, shown };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
type Entry = any;

function now(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), timestamp: Date.now() });
}

/** Reports the name and the price of a worn whip. */
async function showItems(ingest: FastifyInstance, token: string): Promise<void> {
  const headers = { 'x-osrs-token': token };
  const url = '/api/osrs-data/events';
  const payload = now(reportFixture('ha-snapshot'));
  expect((await ingest.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
}

test('a group ironman is shown with the item names that another plugin sent to another process', async () => {
  const { token, ingest, openIngest, shown } = await openHub();
  await showItems(ingest, token);
  await ingest.close();
  const later = openIngest();
  const headers = { authorization: token };
  const group = '/api/group/Fen%20Wardens';
  const asked = (authorization?: string) =>
    later.inject({
      url: `${group}/am-i-in-group?member_name=Tern%20Hollow`,
      headers: authorization === undefined ? {} : { authorization },
    });
  expect((await asked(token)).statusCode).toBe(200);
  for (const wrong of ['0a1b', undefined]) expect((await asked(wrong)).statusCode).toBe(401);

  const url = `${group}/update-group-member`;
  const send = (payload: string, authorization = token) =>
    later.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload });
  expect((await send(reportFixture('gim-update-full'))).statusCode).toBe(200);
  expect((await send(reportFixture('gim-update-sailing'))).statusCode).toBe(200);
  expect((await send(reportFixture('gim-update-delta'), '0a1b')).statusCode).toBe(401);

  await shown('Tern Hollow', (entry) => {
    expect(entry).toMatchObject({
      ...{ type: null, owner: { name: 'Merrin' }, online: true, world: 553, special_world: false },
      ...{ game_state: 'LOGGED_IN', hp: { current: 99, max: 99 }, spellbook: null },
      location: { x: 3_051, y: 2_966, plane: 0, is_on_boat: true, stale: false },
    });
    expect(entry.skills.skills.find(({ skill }: Entry) => skill === 'Sailing')).toMatchObject({
      xp: 2_241_887,
    });
    const worn = new Map<string, Entry>(
      entry.equipment.items.map((item: Entry) => [item.equipment_slot, item]),
    );
    expect(worn.get('WEAPON')).toMatchObject({ name: 'Abyssal whip', ge_price: 1_502_233, ha_price: 72_000 });
    expect(worn.get('AMMO')).toMatchObject({ id: 11_230, name: 'Dragon dart', quantity: 220 });
    const carried = new Map<number, Entry>(
      entry.inventory.items.map((item: Entry) => [item.inventory_slot, item]),
    );
    expect(carried.get(4)).toMatchObject({ id: 391, name: 'Manta ray', equipment_slot: null });
    expect(carried.get(10)).toMatchObject({ id: 3_144, name: 'Unknown (3144)', ge_price: 0, ha_price: 0 });
    expect(entry.equipment.value).toBeGreaterThan(1_502_233);
  });
});

test('a player of the connector is shown until the connector reports that the player left the game', async () => {
  const { api, key, token, ingest, shown } = await openHub();
  const send = (kind: string, payload: string, authorization = `Bearer: ${token}`) =>
    ingest.inject({
      method: 'POST',
      url: `/api/rseye/${kind}`,
      headers: { authorization, 'x-request-id': '0b5f9a5e-2d1c-4c4e-9a57-000000000001' },
      payload,
    });
  for (const kind of ['position', 'stat', 'inventory', 'equipment']) {
    const answer = await send(`${kind}_update/`, reportFixture(`rseye-${kind}-update`));
    expect(answer.statusCode).toBe(200);
  }
  const skull = await send('skull_update/', '{"username":"Sable Orrin","skull":0}');
  expect([skull.statusCode, skull.body]).toEqual([204, '']);
  expect((await send('overhead_update', 'no JSON', `Bearer ${token}`)).statusCode).toBe(204);
  expect((await send('position_update', '{', `Bearer ${token}`)).statusCode).toBe(400);
  expect((await send('position_update/', '{}', 'Bearer: 0a1b')).statusCode).toBe(401);
  await shown('Sable Orrin', (entry) => {
    expect(entry).toMatchObject({
      ...{ online: true, world: null, game_state: 'LOGGED_IN', hp: { current: 61, max: 89 } },
      ...{ prayer: { current: 33, max: 70 }, location: { x: 3_183, y: 3_436, plane: 0, is_on_boat: null } },
    });
    const xp = Object.fromEntries(entry.skills.skills.map(({ skill, xp: value }: Entry) => [skill, value]));
    expect(xp).toMatchObject({ Hitpoints: 5_122_330, Prayer: 760_112 });
    expect(entry.equipment.items.map((item: Entry) => item.equipment_slot)).toEqual([
      'WEAPON',
      'BODY',
      'AMMO',
    ]);
    expect(entry.inventory.items.map((item: Entry) => [item.name, item.inventory_slot])).toEqual([
      ['Unknown (995)', 0],
      ['Unknown (385)', 5],
    ]);
  });
  expect((await send('login_update/', reportFixture('rseye-login-update'))).statusCode).toBe(200);
  let account = '';
  await shown('Sable Orrin', (entry) => {
    account = entry.id;
    expect(entry).toMatchObject({ online: false, game_state: 'LOGIN_SCREEN' });
  });
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`/accounts/${account}/sessions`, { key });
      expect(body.data.sessions).toEqual([expect.objectContaining({ end_reason: 'logout' })]);
    },
    { timeout: 15_000, interval: 50 },
  );
});
