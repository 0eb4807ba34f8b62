import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bram, given, quill } from '../../../projections/access/testing/membership.ts';
import { report, wholeReport } from '../../../projections/account-state/testing/report.ts';
import { type Category, categories, defaultCategories } from '../../../shared/domain/category.ts';
import {
  type AccountEntry,
  createSimulatedHub,
  type Replica,
  type SimulatedHub,
} from './testing/simulated-hub.ts';

const account = 'aaaaaaaaaaaa';
const other = 'bbbbbbbbbbbb';
const [full, quiet, nobody, twin] = [10, 11, 12, 13];

async function openGuild(): Promise<{ hub: SimulatedHub; replica: Replica }> {
  const hub = createSimulatedHub();
  hub.appendMembership(
    given.member(quill, 'Quill', { chat_id: '77' }),
    given.member(bram, 'Bram'),
    given.identity(account, quill, { name: 'Quillon Fen' }),
    given.description(account, 'Quillon Fen', 1),
    given.identity(other, bram, { name: 'bram' }),
    given.description(other, 'bram', null),
    given.key(full, null, { categories: [...categories] }),
    given.key(quiet, bram, { categories: ['stats', 'equipment', 'inventory'] }),
    given.key(nobody, null, { categories: ['stats'], accounts: [] }),
    given.key(twin, null, { categories: [...categories] }),
  );
  hub.advance(1_000_000);
  const replica = hub.openReplica();
  await replica.applyAll();
  return { hub, replica };
}

function entryOf(data: readonly AccountEntry[], id: string): AccountEntry | undefined {
  return data.find((entry) => entry.id === id);
}

test('shows the fields of every category, with null for values that were never sent (read-api 2.5, 5 rule 7)', async () => {
  const { hub, replica } = await openGuild();
  hub.report(...wholeReport(account, hub.now()));
  await replica.applyAll();
  const { data } = await replica.get(full);
  const at = new Date(hub.now()).toISOString();
  expect(data.map((entry) => entry.name)).toEqual(['bram', 'Quillon Fen']);
  expect(data[0]).toEqual({
    id: other,
    name: 'bram',
    account_hash: `hash of ${other}`,
    type: null,
    type_label: 'Unknown',
    owner: { name: 'Bram', chat_id: null, discord_id: null },
    // The bank is private until its owner shares it.
    categories: [...defaultCategories],
    online: null,
    world: null,
    special_world: null,
    game_state: null,
    last_seen: null,
    hp: null,
    prayer: null,
    spellbook: null,
    location: null,
    skills: null,
    equipment: null,
    inventory: null,
  });
  expect(data[1]).toMatchObject({
    type_label: 'Ironman',
    owner: { name: 'Quill', chat_id: '77', discord_id: null },
    online: true,
    world: 486,
    last_seen: at,
    hp: { current: 87, max: 99 },
    location: { x: 2268, y: 3070, plane: 0, is_on_boat: false, stale: false, updated_at: at },
    skills: { total_level: 99, overall_xp: 14_622_107 },
    equipment: { value: 1_502_233, updated_at: at },
  });
  expect(data[1]?.skills).not.toHaveProperty('updated_at');
});

test('leaves out fields that the key cannot read, and cuts times to the day for a key without activity', async () => {
  const { hub, replica } = await openGuild();
  hub.report(...wholeReport(account, hub.now()));
  await replica.applyAll();
  const entry = entryOf((await replica.get(quiet)).data, account);
  const fields = [
    'id',
    'name',
    'type',
    'type_label',
    'owner',
    'categories',
    'skills',
    'equipment',
    'inventory',
  ];
  expect(Object.keys(entry ?? {})).toEqual(fields);
  const day = `${new Date(hub.now()).toISOString().slice(0, 10)}T00:00:00.000Z`;
  expect(entry).toMatchObject({ equipment: { updated_at: day }, inventory: { updated_at: day } });
});

test('a change that a key cannot read changes neither its ETag nor its times', async () => {
  const { hub, replica } = await openGuild();
  hub.report(report.skill(account, hub.now()));
  await replica.applyAll();
  const before = await replica.get(quiet);
  hub.report(report.presence(account, hub.now()), report.location(account, hub.now(), 7));
  await replica.applyState();
  const after = await replica.get(quiet);
  expect(after.headers.etag).toBe(before.headers.etag);
  expect(after.lastModified).toBe(before.lastModified);
});

test('becomes offline and stale at the exact millisecond, and `since` treats both as changes (read-api 2.4 rule 4, 2.5, 3)', async () => {
  const { hub, replica } = await openGuild();
  const at = hub.now();
  hub.report(report.presence(account, at), report.location(account, at));
  await replica.applyAll();
  for (const { afterMs, is } of [
    { afterMs: 120_001, is: { online: true, location: { stale: true } } },
    { afterMs: 186_000, is: { online: false, game_state: null, world: 486, location: { stale: true } } },
  ]) {
    hub.advance(at + afterMs - 1 - hub.now());
    await replica.applyAll();
    const before = await replica.get(full);
    const held = { since: at + afterMs + 29_999, ifNoneMatch: before.headers.etag };
    expect((await replica.get(full, held)).status).toBe(304);
    hub.advance(1);
    await replica.applyAll();
    const after = await replica.get(full, held);
    expect(after).toMatchObject({ status: 200, data: [is], lastModified: at + afterMs });
    expect((await replica.get(full, { since: at + afterMs + 30_000 })).data).toEqual([]);
  }
});

test('an account is not shown as offline because a projector is behind', async () => {
  const { hub, replica } = await openGuild();
  const at = hub.now();
  hub.report(report.presence(account, at), report.location(account, at));
  await replica.applyAll();
  hub.advance(10_000_000);
  expect(entryOf((await replica.get(full)).data, account)).toMatchObject({
    online: true,
    location: { stale: true },
  });
  await replica.applyState();
  expect(entryOf((await replica.get(full)).data, account)).toMatchObject({ online: false });
});

test('a full request gets a 304 only for the tag of a full answer, a request with `since` for either tag', async () => {
  const { hub, replica } = await openGuild();
  const since = hub.now();
  const whole = await replica.get(full);
  const delta = await replica.get(full, { since });
  expect(whole.headers.etag).toMatch(/^W\/"[\w-]+\.[0-9a-f]{24}\.f"$/);
  expect(delta.headers.etag).toBe(whole.headers.etag?.replace('.f"', '.d"'));
  const statusOf = async (ifNoneMatch: string | undefined, asked = {}) =>
    (await replica.get(full, { ifNoneMatch, ...asked })).status;
  expect(await statusOf(whole.headers.etag)).toBe(304);
  expect(await statusOf(delta.headers.etag)).toBe(200);
  expect(await statusOf(whole.headers.etag, { since })).toBe(304);
  expect(await statusOf(delta.headers.etag, { since })).toBe(304);
  expect(await statusOf('*')).toBe(304);
  const { headers } = await replica.get(full, { ifNoneMatch: `"x", ${whole.headers.etag}` });
  expect(headers).toEqual({
    etag: whole.headers.etag,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  });
});

test('sends `last_modified` cut to the second as Last-Modified, and gzip to clients that prefer it', async () => {
  const { hub, replica } = await openGuild();
  hub.advance(1_789);
  hub.report(report.presence(account, hub.now()));
  await replica.applyAll();
  const plain = await replica.get(full);
  const zipped = await replica.get(full, { acceptEncoding: 'gzip' });
  expect(plain.lastModified).toBe(hub.now());
  expect(Date.parse(plain.headers['last-modified'] ?? '')).toBe(Math.floor(hub.now() / 1_000) * 1_000);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
  expect(zipped.data).toEqual(plain.data);
});

test('gives equal ETags on every replica, to every key of a view, and after a rebuild', async () => {
  const { hub, replica } = await openGuild();
  hub.report(...wholeReport(account, hub.now()), ...wholeReport(other, hub.now()));
  await replica.applyAll();
  const { headers } = await replica.get(full);
  hub.advance(500);
  const second = hub.openReplica();
  await second.applyAll();
  await replica.promote(hub.now());
  for (const answer of [await second.get(full), await second.get(twin), await replica.get(full)]) {
    expect(answer.headers.etag).toBe(headers.etag);
  }
});

test('counts a promotion as a change only of accounts whose content changed', async () => {
  const { hub, replica } = await openGuild();
  hub.report(...wholeReport(account, hub.now()), ...wholeReport(other, hub.now()));
  await replica.applyAll();
  await replica.get(full);
  hub.advance(100_000);
  await replica.applyAll();
  await replica.promote(hub.now(), [report.hitpoints(other, hub.now(), 3)]);
  const { data } = await replica.get(full, { since: hub.now() });
  expect(data.map(({ id, hp }) => [id, hp])).toEqual([[other, { current: 3, max: 99 }]]);
});

test.each([
  [false, [other]],
  [true, [other, account]],
])(
  'counts new names of a promoted generation as changes, and a restarted replica (%s) counts every account as changed',
  async (restarted, expected) => {
    const { hub, replica } = await openGuild();
    hub.report(...wholeReport(account, hub.now()), ...wholeReport(other, hub.now()));
    hub.advance(100_000);
    await replica.applyAll();
    replica.promoteAccess(hub.now(), [given.description(other, 'New Name')], restarted);
    const { data } = await replica.get(full, { since: hub.now() });
    expect(data.map(({ id }) => id)).toEqual(expected);
    expect(entryOf(data, other)).toMatchObject({ name: 'New Name' });
  },
);

test('`last_modified` is never ahead of changed rights that are not applied yet', async () => {
  const { hub, replica } = await openGuild();
  const share = (category: Category, audience: 'guild' | 'private') =>
    given.sharing(other, { category, audience, with: [] });
  for (const category of categories) hub.appendMembership(share(category, 'private'));
  await replica.applyAll();
  const before = await replica.get(full);
  expect(before.data.map(({ id }) => id)).toEqual([account]);
  hub.advance(100_000);
  hub.appendMembership(share('activity', 'guild'));
  hub.advance(100_000);
  hub.report(report.presence(account, hub.now()));
  await replica.applyState();
  const { lastModified: since } = await replica.get(full);
  replica.applyAccess();
  const after = await replica.get(full, { since, ifNoneMatch: before.headers.etag });
  expect(entryOf(after.data, other)).toMatchObject({ categories: ['activity'] });
});

test('keys, pairings and time zones change no tag, and the next delta has an account that shares less', async () => {
  const { hub, replica } = await openGuild();
  hub.report(...wholeReport(account, hub.now()), ...wholeReport(other, hub.now()));
  hub.advance(200_000);
  await replica.applyAll();
  const before = await replica.get(full);
  hub.appendMembership(
    given.key(14, bram, { categories: [...categories] }),
    given.revokeApiKey(twin),
    given.code(bram, 'hash of a code'),
    given.pairing('device', 'hash of a code'),
    given.changeMember(bram, { time_zone: 'Europe/Paris' }),
  );
  await replica.applyAll();
  const held = { since: before.lastModified, ifNoneMatch: before.headers.etag };
  expect((await replica.get(full, held)).status).toBe(304);

  hub.advance(100_000);
  hub.appendMembership(given.sharing(other, { category: 'stats', audience: 'private', with: [] }));
  await replica.applyAll();
  const after = await replica.get(full, { since: hub.now(), ifNoneMatch: before.headers.etag });
  expect(after.data.map(({ id }) => id)).toEqual([other]);
});

test('the next full answer is not a 304 and lacks an account that left the view', async () => {
  const { hub, replica } = await openGuild();
  const before = await replica.get(full);
  for (const category of categories) {
    hub.appendMembership(given.sharing(other, { category, audience: 'private', with: [] }));
  }
  await replica.applyAll();
  const after = await replica.get(full, { ifNoneMatch: before.headers.etag });
  expect(after.data.map(({ id }) => id)).toEqual([account]);
});

test('an empty view gives an empty list with the time of the watermark', async () => {
  const { hub, replica } = await openGuild();
  expect(await replica.get(nobody)).toMatchObject({ status: 200, data: [], lastModified: hub.now() });
});

test('returns accounts without readable activity for any `since`, and ignores such accounts in `last_modified` (read-api 4.1 rule 4)', async () => {
  const { hub, replica } = await openGuild();
  hub.report(report.skill(account, hub.now()));
  // The watermark is newer than each change.
  hub.advance(1_000_000);
  await replica.applyAll();
  const { data, lastModified } = await replica.get(quiet, { since: hub.now() + 1_000_000 });
  expect(data.map(({ id }) => id)).toEqual([other, account]);
  expect(lastModified).toBe(hub.now());
});

test('`last_modified` follows only accounts whose activity the reader may know (read-api 4.1 rule 4)', async () => {
  const { hub, replica } = await openGuild();
  hub.appendMembership(given.sharing(other, { category: 'activity', audience: 'private', with: [] }));
  hub.report(report.skill(account, hub.now()));
  await replica.applyAll();
  const { lastModified: before } = await replica.get(full);
  const after = async (change: () => void) => {
    hub.advance(100_000);
    change();
    hub.advance(100_000);
    await replica.applyAll();
    return (await replica.get(full)).lastModified;
  };
  expect(await after(() => hub.appendMembership(given.description(other, 'New Name')))).toBe(before);
  expect(await after(() => hub.report(report.skill(other, hub.now())))).toBe(before);
  expect(await after(() => hub.appendMembership(given.description(account, 'Newer Name')))).toBe(
    hub.now() - 100_000,
  );
  expect(await after(() => hub.report(report.skill(account, hub.now(), 'Attack', 7)))).toBe(
    hub.now() - 100_000,
  );
});

test('serves a large guild to several clients at once while it changes', async () => {
  const { hub, replica } = await openGuild();
  const guild = Array.from({ length: 700 }, (_, index) => `account${index}`);
  for (const id of guild) hub.appendMembership(given.identity(id, quill), given.description(id, id));
  for (const id of guild) hub.report(report.location(id, hub.now()));
  await replica.applyAll();
  const first = Promise.all([replica.get(full), replica.get(twin), replica.get(full, { since: 0 })]);
  hub.report(report.location('account7', hub.now(), 99));
  await replica.applyState();
  const answers = await first;
  for (const { data } of answers) expect(data).toHaveLength(guild.length + 2);
  const { data } = await replica.get(full);
  expect(entryOf(data, 'account7')).toMatchObject({ location: { x: 99 } });
});

test('the clock is read again for a report that arrives while a large view is updated', async () => {
  const { hub, replica } = await openGuild();
  const guild = Array.from({ length: 700 }, (_, index) => `account${index}`);
  for (const id of guild) hub.appendMembership(given.identity(id, quill), given.description(id, id));
  await replica.applyAll();
  await replica.get(full);
  const before = hub.now();
  hub.advance(300_000);
  for (const id of guild) hub.report(report.skill(id, hub.now()));
  await replica.applyState();
  const pending = replica.get(full);
  hub.report(report.location(account, before + 10_000));
  await replica.applyState();
  const { data } = await pending;
  expect(entryOf(data, account)).toMatchObject({ location: { stale: true } });
});

test('a large view is answered while more accounts change than a turn makes', async () => {
  const { hub, replica } = await openGuild();
  const guild = Array.from({ length: 700 }, (_, index) => `account${index}`);
  for (const id of guild) hub.appendMembership(given.identity(id, quill), given.description(id, id));
  await replica.applyAll();
  let isAnswered = false;
  const pending = replica.get(full).finally(() => (isAnswered = true));
  for (let change = 0; change < 40 && !isAnswered; change += 1) {
    hub.advance(1_000);
    for (const id of guild.slice(0, 300)) hub.report(report.skill(id, hub.now()));
    await replica.applyState();
    await nextTurn();
  }
  expect(isAnswered).toBe(true);
  await pending;
});
