import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { projections } from '../../../projections/registry.ts';
import { packTiles } from '../../../shared/domain/pack-tiles.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import { openTestConsole } from '../testing/open-test-console.ts';

const report = new URL('../../../test/fixtures/reports/ha-loot.json', import.meta.url);

test('a member exports their data as one file, once an hour, without names of other members', async () => {
  const site = await openTestConsole();
  const { hub } = site;
  const [quill, bram] = [await hub.addMember('Quill'), await hub.addMember('Brambleweed')];
  const [{ cookie }, { cookie: other }] = [await site.signIn(quill), await site.signIn(bram)];
  const own = JSON.parse(await readFile(report, 'utf8'));
  expect((await hub.report(await hub.pair(quill), own)).status).toBe(200);
  const theirs = structuredClone(own);
  theirs.player.accountHash = '4242';
  theirs.player.name = 'Brambles Own';
  theirs.player.username = 'Brambles Own';
  expect((await hub.report(await hub.pair(bram), theirs)).status).toBe(200);
  const me = async () => (await site.get('me', { cookie })).body;
  await expect.poll(async () => (await me()).accounts.length).toBe(1);
  const [{ id: account }] = (await me()).accounts;
  const give = (path: string, fields: object) =>
    site.post(path, { ...fields, request_id: randomUUID() }, { cookie });
  await give('me/sharing', {
    account_ids: [account],
    categories: ['stats'],
    audience: 'selected',
    member_ids: [bram],
  });
  const key = { name: 'bot', categories: ['stats'], account_ids: null, expires_at: null };
  const { body: made } = await give('me/keys', key);
  const countOf = (projection: string, table: string) =>
    hub.database.one<{ rows: number }>({
      text: `select count(*) as rows from ${projection}_g1.${table} where account_id = $1`,
      values: [account],
    });
  await expect.poll(async () => (await countOf('event_feed', 'event')).rows).toBeGreaterThan(0);
  await expect.poll(async () => (await countOf('xp_history', 'skill')).rows).toBeGreaterThan(20);

  const minute = 29_823_502;
  const tile = { x: 3_200, y: 3_201, plane: 1, world: 330, is_on_boat: null };
  const tiles = packTiles(minute, [{ at: minute * 60_000, ...tile }]).toString('base64');
  await hub.append([newEvent(tilesWalked, { subject: account, source: 'ha' }, { minute, tiles })]);
  await expect.poll(async () => (await countOf('tile_trail', 'walked_minute')).rows).toBe(1);

  const { status, headers, body } = await site.post('me/export', {}, { cookie });
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="my-hub-data.json"',
  ]);
  expect(body).toMatchObject({
    member: { id: quill, name: 'Quill' },
    devices: [{ member: 'Quill' }],
    keys: [{ prefix: made.prefix, name: 'bot' }],
    accounts: [{ id: account, name: 'Quillon Fen', sharing: { stats: 'selected', events: 'guild' } }],
  });
  expect(body.audit.map(({ action }: { action: string }) => action)).toEqual([
    'data-exported',
    'key-created',
    'sharing-changed',
    'device-paired',
  ]);
  const { rooms } = body.accounts[0];
  const named = projections
    .map(({ name }) => name)
    .filter((name) => !/^(access|audit-log|item-storages)$/.test(name));
  expect(Object.keys(rooms)).toEqual(named);
  expect(rooms['event-feed'].event.length).toBe((await countOf('event_feed', 'event')).rows);
  expect(rooms['xp-history'].skill.length).toBe((await countOf('xp_history', 'skill')).rows);
  expect(rooms['tile-trail'].walked_minute[0].tiles).toEqual([{ at: '2026-09-14T18:22:00.000Z', ...tile }]);
  const rows = Object.values<Record<string, { account_id: string }[]>>(rooms).flatMap((tables) =>
    Object.values(tables).flat(),
  );
  expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set([account]));
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/Brambleweed|Brambles Own/);
  expect(text).not.toContain(made.key.split('_')[2]);

  const again = await site.post('me/export', {}, { cookie });
  expect([again.status, again.body.error.code, Number(again.headers.get('retry-after'))]).toEqual([
    429,
    'too_many',
    expect.closeTo(3_600, -2),
  ]);
  await hub.database.run({ text: `update console.export set at = at - interval '1 hour'` });
  expect((await site.post('me/export', {}, { cookie })).status).toBe(200);
  expect((await site.post('me/export', {}, { cookie: other })).body.accounts).toMatchObject([
    { name: 'Brambles Own' },
  ]);
});

test('only two of three concurrent exports run at a time, and a refused export leaves room for the next', async () => {
  const { hub, signIn, post } = await openTestConsole();
  const cookies: string[] = [];
  for (const name of ['Quill', 'Bram', 'Tess'])
    cookies.push((await signIn(await hub.addMember(name))).cookie);
  const take = (cookie?: string) => post('me/export', {}, { cookie });
  const blocking = await hub.database.connect();
  await blocking.query('begin');
  await blocking.query('lock table console.export');
  const answers = cookies.map(take);
  const refused = await Promise.race(answers);
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'others export their data now: try again in a moment',
  ]);
  await blocking.end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 429]);

  const [had, late] = [200, 429].map((status) => cookies[statuses.indexOf(status)]);
  for (const _ of [1, 2])
    expect((await take(had)).body.error.message).toBe('you can export your data once an hour');
  expect((await take(late)).status).toBe(200);
});

test('a member who gets no file because the hub failed may ask again at once', async () => {
  const { hub, signIn, post } = await openTestConsole();
  const quill = await hub.addMember('Quill');
  expect((await hub.report(await hub.pair(quill), await readFile(report))).status).toBe(200);
  const { cookie } = await signIn(quill);
  const take = () => post('me/export', {}, { cookie });

  const blocking = await hub.database.connect();
  await blocking.query('begin');
  await blocking.query(`select from log.partition where stream = 'hub.audit' for update`);
  const waiting = take();
  const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
                      where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await blocking.query(endWaiting)).rowCount).toBeGreaterThan(0);
  expect((await waiting).status).toBe(503);
  await blocking.end();

  await hub.database.run({
    text: 'create view event_feed_g1.faulty as select null::text as account_id, 1 / 0 as fault',
  });
  await expect(take()).rejects.toThrow('terminated');
  await hub.database.run({ text: 'drop view event_feed_g1.faulty' });
  expect((await take()).status).toBe(200);
  expect((await take()).status).toBe(429);
});
