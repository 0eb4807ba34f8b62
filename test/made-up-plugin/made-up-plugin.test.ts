import { expect, test, vi } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { accountStateProjection } from '../../projections/account-state/projection.ts';
import { eventFeedProjection } from '../../projections/event-feed/projection.ts';
import { locationTrailProjection } from '../../projections/location-trail/projection.ts';
import { emptyGame } from '../../services/ingest/game/known-game.ts';
import { noHead } from '../../services/ingest/plugin-adapter.ts';
import { openTestApi, type TestApi } from '../../services/query/testing/open-test-api.ts';
import { wayfarer } from './adapter.ts';

async function openHub() {
  const projections = [accountStateProjection, eventFeedProjection, locationTrailProjection];
  const api = await openTestApi({ projections });
  await api.appendMembership(given.member(id(1), 'Merrin'));
  const [code, key] = [await api.makeCode(id(1)), await api.makeKey(1)];
  const ingest = api.openIngest({}, [wayfarer]);
  const post = (url: string, payload: string) => ingest.inject({ method: 'POST', url, payload });
  return { api, code, key, post };
}

/** Waits for the location too, because values come by several streams. */
async function shown(api: TestApi, path: string, key: string) {
  return vi.waitUntil(
    async () => {
      // A key may ask for the snapshot once a second.
      api.advanceLimitClock(1_000);
      const { body } = await api.get(path, { key });
      return body.data.length > 0 && body.data[0].location !== null && body.data;
    },
    { timeout: 15_000, interval: 50 },
  );
}

test('a plugin needs only an adapter in its own folder', async () => {
  const { api, code, key, post } = await openHub();
  const wrong = await post('/api/wayfarer/pair', 'code=none');
  expect([wrong.statusCode, wrong.body]).toEqual([400, 'wrong_code']);
  const paired = await post('/api/wayfarer/pair', `code=${code}`);
  expect(paired.statusCode).toBe(201);

  const walk = `/api/wayfarer/${paired.body}/walk`;
  expect((await post(walk, 'drop 1 4151 1500000')).body).toBe('malformed');
  expect((await post('/api/wayfarer/nobody/walk', 'player Quillon Fen')).statusCode).toBe(401);
  const report = 'player Quillon Fen\nat 3200 3201 0\ndrop 1 4151 1500000';
  // A resend is the same report.
  for (const sent of [report, report]) expect((await post(walk, sent)).statusCode).toBe(200);

  const [entry] = await shown(api, '/snapshot', key);
  expect(entry).toMatchObject({
    name: 'Quillon Fen',
    owner: { name: 'Merrin' },
    online: null,
    location: { x: 3_200, y: 3_201, plane: 0, is_on_boat: null },
  });
  const events = await shown(api, '/events', key);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    account: { id: entry.id },
    type: 'loot',
    item_id: 4_151,
    value_gp: 1_500_000,
  });
  // The trail comes by another stream, and a resend in the next minute adds a point.
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`/accounts/${entry.id}/locations`, { key });
      expect(body.data.points[0]).toMatchObject({ x: 3_200, y: 3_201, plane: 0 });
    },
    { timeout: 15_000, interval: 50 },
  );
});

test('the sample adapter keeps no field of an event that must never be stored', async () => {
  const body =
    'player Quillon Fen\ndrop 1 4151 1500000 source=Zulrah accountHash=77 __proto__=x discordUser=y';
  const report = await wayfarer.read({ head: noHead, body: Buffer.from(body) });
  if (!('player' in report)) throw new Error('refused');
  const times = { receivedAt: 2, at: 1, isLate: false, offset: 0 };
  const { gameEvents } = wayfarer.translate(report, 'account', times, emptyGame);
  expect(gameEvents.map(({ data }) => data)).toEqual([
    '{"type":"drop","data":{"number":"1","source":"Zulrah"}}',
  ]);
  expect(report.raw).not.toMatch(/accountHash|discordUser/);
});
