import { expect, test } from 'vitest';
import { openTestConsole } from '../services/console/testing/open-test-console.ts';
import { reportFixture } from '../services/ingest/testing/first-report.ts';
import { categories, defaultCategories } from '../shared/domain/category.ts';
import { runJson } from './support/hub/command-line.ts';
import type { TestHub } from './support/hub/hub.ts';
import { tablesThatHold } from './support/postgres/stored-text.ts';

/** No other report has these values. */
const secret = { pet: 'Herbi of Quillon', item: 314_159_265 };
const group = { name: 'Quillon Fen', bank: [secret.item, 7], shared_bank: [secret.item, 8], quests: [2, 1] };

async function send(hub: TestHub, path: string, body: unknown, headers: Record<string, string> = {}) {
  const { status } = await fetch(`${hub.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect([path.split('/')[0], status]).toEqual([path.split('/')[0], 200]);
}

async function reportHoldings(hub: TestHub, token: string): Promise<void> {
  // A snapshot of another plugin shows that the world is normal.
  const snapshot = JSON.parse(reportFixture('ha-snapshot'));
  snapshot.player.world = '338';
  snapshot.timestamp = Date.now();
  expect((await hub.report(token, snapshot)).status).toBe(200);
  await send(hub, 'group/hub/update-group-member', group, { authorization: token });
  const login = JSON.parse(reportFixture('dink-login'));
  const pets = [{ itemId: 20_661, name: secret.pet }];
  await send(hub, `dink/${token}`, {
    ...login,
    ...{
      playerName: group.name,
      world: 338,
      seasonalWorld: false,
      extra: { ...login.extra, world: 338, pets },
    },
    embeds: [{ timestamp: new Date().toISOString() }],
  });
}

async function openReported() {
  const site = await openTestConsole();
  const { hub } = site;
  const quill = await hub.addMember('Quill');
  const token = await hub.pair(quill);
  const key = await hub.makeKey();
  await reportHoldings(hub, token);
  const { cookie } = await site.signIn(quill);
  const exported = async () => {
    await hub.database.run({ text: 'delete from console.export' });
    return (await site.post('me/export', {}, { cookie })).body;
  };
  return { ...site, quill, token, key, cookie, exported };
}

// biome-ignore lint/suspicious/noExplicitAny: parts of an answer
const named = (list: any[], holding: string) => list.find((each) => each.holding === holding);

test('holdings are stored sealed, are in the export of their member, and in no answer while the bank is private', async () => {
  const { hub, key, exported } = await openReported();
  const shown = await hub.getUntil('/accounts', {
    key,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.length > 0,
  });
  const [{ id }] = shown.body.data;
  const tables = await tablesThatHold(hub.database, Object.values(secret).map(String));
  expect(tables.filter((table) => !/^(item_storages|account_achievements)_g/.test(table))).toEqual([]);
  const { rows } = await hub.database.one<{ rows: number }>({
    text: 'select count(*) as rows from log.hub_holdings where value is not null and key_id is not null',
  });
  expect(rows).toBeGreaterThan(8);

  const { body: snapshot } = await hub.get('/snapshot', { key });
  const { body: account } = await hub.get(`/accounts/${id}`, { key });
  const { body: events } = await hub.get('/events', { key });
  for (const answer of [snapshot, account, events]) {
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${secret.item}|${secret.pet}|"bank"`));
  }

  const { holdings: ofMember, accounts } = await exported();
  expect(ofMember).toEqual([
    expect.objectContaining({ holding: 'shared-storage', items: [{ id: secret.item, quantity: 8 }] }),
  ]);
  const whole = accounts.flatMap(({ holdings }: { holdings: unknown[] }) => holdings);
  expect(named(whole, 'bank')).toMatchObject({ items: [{ id: secret.item, quantity: 7 }] });
  expect(named(whole, 'quests')).toMatchObject({ states: [2, 1] });
  expect(named(whole, 'pets')).toMatchObject({ pets: [{ name: secret.pet }] });
  expect(named(whole, 'slayer')).toMatchObject({ reported_at: expect.stringMatching(/Z$/) });
});

test('holdings are erased with their account and their member, and holdings of others stay', async () => {
  const { hub, token, quill, exported } = await openReported();
  const bram = await hub.addMember('Bram');
  await send(
    hub,
    'group/hub/update-group-member',
    { ...group, name: 'Bram Own' },
    { authorization: await hub.pair(bram) },
  );
  /** The accounts and members with a holding in the log. */
  const living = async () => {
    const newest = await hub.database.many<{ subject: string; value: Buffer | null }>({
      text: `select distinct on (key) split_part(key, '/', 1) as subject, value
             from log.hub_holdings
             order by key, "offset" desc`,
    });
    return newest.filter(({ value }) => value !== null).map(({ subject }) => subject);
  };
  const { accounts } = await exported();
  for (const { id } of accounts) await runJson(hub.environment, ['account', 'erase', id]);
  const after = await exported();
  expect([after.accounts, after.holdings]).toEqual([[], []]);
  expect(await living()).not.toContain(quill);
  expect(new Set(await living()).size).toBe(2);

  // After the erasure the player starts from nothing.
  await send(hub, 'group/hub/update-group-member', group, { authorization: token });
  expect((await exported()).holdings).toHaveLength(1);
  await runJson(hub.environment, ['member', 'erase', 'Bram', '--accounts', 'keep']);
  expect(await living()).not.toContain(bram);
});

test('the bank is private, is not shared with the other categories, and needs a key with the category', async () => {
  const { hub, key, cookie, get, post } = await openReported();
  const run = (...args: string[]) => runJson(hub.environment, args);
  const accounts = async () => (await run('account', 'list')).accounts;
  await expect.poll(async () => (await accounts()).length).toBe(1);
  const [{ id, sharing }] = await accounts();
  expect(sharing.bank).toEqual({ audience: 'private', with: [] });
  const me = async () => (await get('me', { cookie })).body;
  expect((await me()).accounts[0].sharing.bank).toEqual({ audience: 'private', members: [] });
  expect((await me()).default_sharing).not.toHaveProperty('bank');

  const earlierKey = await hub.makeKey({ categories: defaultCategories });
  for (const category of defaultCategories) await run('share', id, category, 'guild');
  const shared = {
    account_ids: [id],
    categories: defaultCategories,
    audience: 'guild',
    request_id: crypto.randomUUID(),
  };
  expect((await post('me/sharing', shared, { cookie })).status).toBe(200);
  expect((await accounts())[0].sharing.bank.audience).toBe('private');

  await run('share', id, 'bank', 'guild');
  expect((await accounts())[0].sharing.bank).toEqual({ audience: 'guild', with: [] });
  const readBy = async (by: string) => (await hub.get(`/accounts/${id}`, { key: by })).body.data.categories;
  expect([await readBy(key), await readBy(earlierKey)]).toEqual([[...categories], [...defaultCategories]]);
  expect((await hub.get(`/accounts/${id}/bank`, { key: earlierKey })).status).toBe(404);
  const { storages } = (await hub.get(`/accounts/${id}/bank`, { key })).body.data;
  expect(storages.map(({ storage }: { storage: string }) => storage)).toEqual(['bank', 'shared_storage']);
  const made = { name: 'x', categories: ['bank'], account_ids: null, expires_at: null };
  const created = await post('me/keys', { ...made, request_id: crypto.randomUUID() }, { cookie });
  expect(created.body.categories).toEqual(['bank']);

  // Only keys with the category see an account with nothing but its bank shared.
  for (const category of defaultCategories) await run('share', id, category, 'private');
  await expect.poll(async () => (await hub.get(`/accounts/${id}`, { key: earlierKey })).status).toBe(404);
  expect(await readBy(key)).toEqual(['bank']);
});
