import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { categories, defaultCategories } from '../../../shared/domain/category.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { commandRecordId } from '../commands/command-record-id.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

test('a member pairs a plugin, sees what it reported, shares it, and reads it with their own key', async () => {
  const { hub } = site();
  const [quill, bram] = [
    await createSignedInMember(site(), 'Quill'),
    await createSignedInMember(site(), 'Bram'),
  ];
  const { body: code } = await quill.give('me/pairing-codes');
  expect(code).toMatchObject({ code: expect.stringMatching(/^\d{5}$/), address: hub.url });
  const watched = () => quill.get(`me/pairing-codes/${code.id}`);
  expect(await watched()).toEqual({ state: 'waiting', device: null, accounts: [], categories: [] });
  expect(await bram.get(`me/pairing-codes/${code.id}`)).toMatchObject({ error: { code: 'not_found' } });

  const token = await hub.pairWith(code.code);
  expect(await watched()).toMatchObject({ state: 'paired', device: { member: 'Quill', status: 'active' } });
  expect((await hub.report(token, await readFile(report))).status).toBe(200);
  await expect.poll(async () => (await watched()).state).toBe('reported');
  const [account] = (await watched()).accounts;
  expect(account.name).toBe('Quillon Fen');
  await expect
    .poll(async () => (await watched()).categories)
    .toEqual(['stats', 'activity', 'location_live', 'equipment', 'inventory']);

  const preview = async () => (await quill.get('me/preview')).accounts;
  expect(await preview()).toMatchObject([
    { id: account.id, categories: expect.arrayContaining(['stats', 'events']) },
  ]);
  const shared = { account_ids: [account.id], categories: ['stats', 'events'], audience: 'private' };
  expect((await quill.give('me/sharing', shared)).status).toBe(200);
  expect((await preview())[0].categories).not.toEqual(expect.arrayContaining(['stats']));
  expect((await preview())[0].categories).not.toEqual(expect.arrayContaining(['events']));
  const withBram = { ...shared, categories: ['stats'], audience: 'selected', member_ids: [bram.id] };
  expect((await quill.give('me/sharing', withBram)).status).toBe(200);
  expect((await preview())[0].categories).not.toEqual(expect.arrayContaining(['stats']));
  const { accounts } = await quill.get('me');
  expect(accounts[0].sharing.stats).toEqual({ audience: 'selected', members: [bram.id] });
  expect(accounts[0].sharing.events).toEqual({ audience: 'private', members: [] });

  const key = { name: 'my bot', categories: ['stats'], account_ids: [account.id], expires_at: null };
  const { body: made } = await quill.give('me/keys', key);
  expect(made).toMatchObject({ name: 'my bot', kind: 'user', status: 'active', categories: ['stats'] });
  const read = await hub.get('/accounts', { key: made.key });
  expect(read.body.data).toMatchObject([{ id: account.id }]);
  await expect
    .poll(async () => (await quill.get('me')).keys[0].last_used_at, { timeout: 10_000 })
    .toMatch(/Z$/);
  const changed = await quill.give(`me/keys/${made.id}`, { name: 'renamed', expires_at: inDays(30) });
  expect(changed.body).toMatchObject({ name: 'renamed', categories: ['stats'] });
  expect((await quill.give(`me/keys/${made.id}/revoke`)).body).toEqual({
    prefix: made.prefix,
    revoked: true,
  });
  expect((await hub.get('/accounts', { key: made.key })).status).toBe(401);

  const [device] = (await quill.get('me')).devices;
  expect((await quill.give(`me/devices/${device.id}`, { name: ' attic ' })).body.name).toBe('attic');
  expect((await quill.give(`me/devices/${device.id}/revoke`)).body).toMatchObject({ status: 'revoked' });
  expect((await hub.report(token, await readFile(report))).status).toBe(401);

  for (const [path, fields] of [
    [`me/keys/${made.id}`, { name: 'mine now' }],
    [`me/keys/${made.id}/revoke`, {}],
    [`me/devices/${device.id}`, { name: 'mine now' }],
    [`me/devices/${device.id}/revoke`, {}],
    ['me/sharing', { ...shared, audience: 'guild' }],
  ] as const) {
    expect(await bram.give(path, fields), path).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'Not found.' } },
    });
  }
});

test('the default sharing is stored before a plugin is paired, and applies to its first report', async () => {
  const { hub } = site();
  const fern = await createSignedInMember(site(), 'Fern');
  const everything = Object.fromEntries(defaultCategories.map((category) => [category, 'guild']));
  expect((await fern.get('me')).default_sharing).toEqual(everything);
  const chosen = { ...everything, inventory: 'private', location_live: 'private' };
  expect((await fern.give('me/settings', { default_sharing: chosen })).status).toBe(200);
  expect((await fern.get('me')).default_sharing).toEqual(chosen);
  expect((await fern.get('me')).member.time_zone).toBe('UTC');

  const { body: code } = await fern.give('me/pairing-codes');
  const token = await hub.pairWith(code.code);
  const body = JSON.parse(await readFile(report, 'utf8'));
  body.player.accountHash = '4242';
  expect((await hub.report(token, body)).status).toBe(200);
  await expect.poll(async () => (await fern.get('me')).accounts.length).toBe(1);
  const [{ sharing }] = (await fern.get('me')).accounts;
  const audiences = defaultCategories.map((category) => [category, sharing[category].audience]);
  expect(Object.fromEntries(audiences)).toEqual(chosen);
});

test('unchanged settings append nothing', async () => {
  const moss = await createSignedInMember(site(), 'Moss');
  const chosen = Object.fromEntries(defaultCategories.map((category) => [category, 'private']));
  const settings = { default_sharing: chosen, time_zone: 'UTC' };
  expect((await moss.give('me/settings', settings)).status).toBe(200);
  const [before] = await site().hub.core.journal.log.ends(['hub.membership']);
  expect((await moss.give('me/settings', settings)).status).toBe(200);
  expect(await site().hub.core.journal.log.ends(['hub.membership'])).toEqual([before]);
});

test('a key cannot name an account that the owner of the key cannot see, whether the account exists or not', async () => {
  const [owner, other] = [
    await createSignedInMember(site(), 'Merrin'),
    await createSignedInMember(site(), 'Nosy'),
  ];
  const { body: code } = await owner.give('me/pairing-codes');
  const token = await site().hub.pairWith(code.code);
  const body = JSON.parse(await readFile(report, 'utf8'));
  body.player.accountHash = '77';
  expect((await site().hub.report(token, body)).status).toBe(200);
  const [{ id }] = (await owner.get('me')).accounts;
  await owner.give('me/sharing', { account_ids: [id], categories, audience: 'private' });
  const key = { name: 'probe', categories: ['stats'], expires_at: null };
  const { body: own } = await other.give('me/keys', { ...key, account_ids: null });
  const notFound = [404, { error: { code: 'not_found', message: 'Not found.' } }];
  for (const path of ['me/keys', `me/keys/${own.id}`]) {
    for (const account of [id, 'aB3xYz91kQw1']) {
      const { status, body } = await other.give(path, { ...key, account_ids: [account] });
      expect([status, body], `${path} with ${account}`).toEqual(notFound);
    }
  }
  const keys = async () => (await other.get('me')).keys;
  expect(await keys()).toMatchObject([{ id: own.id, accounts: null }]);
  await owner.give('me/sharing', { account_ids: [id], categories: ['stats'], audience: 'guild' });
  expect((await other.give(`me/keys/${own.id}`, { account_ids: [id] })).status).toBe(200);
  expect(await keys()).toMatchObject([{ id: own.id, accounts: [id] }]);
});

test('an admin revokes the key of a member, and cannot change what it reads', async () => {
  const [owner, admin] = [
    await createSignedInMember(site(), 'Keyholder'),
    await createSignedInAdmin(site(), 'Widener'),
  ];
  const key = { name: 'small', categories: ['stats'], account_ids: null, expires_at: null };
  const { body: made } = await owner.give('me/keys', key);
  const wider = await admin.give(`admin/keys/${made.id}`, { categories: [...categories] });
  expect([wider.status, wider.body.error]).toEqual([
    403,
    { code: 'not_allowed', message: 'only its member can change this key; an admin can revoke it' },
  ]);
  const [kept] = (await owner.get('me')).keys;
  expect(kept).toMatchObject({ categories: ['stats'], status: 'active' });
  const unknown = await admin.give(`admin/keys/${randomUUID()}`, { name: 'x' });
  expect([unknown.status, unknown.body.error.code]).toEqual([409, 'unknown_key']);
  expect((await admin.give(`admin/keys/${made.id}/revoke`)).body).toMatchObject({ revoked: true });
});

test('a request is carried out once, and its outcome can be read by its id', async () => {
  const quill = await createSignedInMember(site(), 'Once');
  const id = randomUUID();
  const outcome = () => quill.get(`commands/${id}`);
  expect((await outcome()).state).toBe('unknown');
  expect((await quill.give('me/settings', { time_zone: 'Europe/Paris' }, id)).body.time_zone).toBe(
    'Europe/Paris',
  );
  expect(await outcome()).toEqual({ state: 'granted', message: null });
  for (const again of [id, id.toUpperCase()]) {
    const replayed = await quill.give('me/settings', { time_zone: 'Asia/Tokyo' }, again);
    expect([replayed.status, replayed.body.error.code]).toEqual([409, 'already_given']);
  }
  expect((await quill.get('me')).member.time_zone).toBe('Europe/Paris');
  expect((await (await createSignedInMember(site(), 'Curious')).get(`commands/${id}`)).state).toBe('unknown');

  const atOnce = randomUUID();
  const both = await Promise.all(
    ['Asia/Tokyo', 'Asia/Seoul'].map((zone) => quill.give('me/settings', { time_zone: zone }, atOnce)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a second record with the record id of an earlier command changes nothing', async () => {
  const { hub } = site();
  const quill = await createSignedInMember(site(), 'Resent');
  const id = randomUUID();
  await quill.give('me/settings', { time_zone: 'Europe/Paris' }, id);
  const second = given.changeMember(quill.id, { time_zone: 'Asia/Tokyo' });
  const last = given.changeMember(quill.id, { name: 'Resent Twice' });
  const recordId = commandRecordId({ requestId: id, memberId: quill.id });
  await hub.append([{ ...second, recordId }, last]);
  await expect.poll(async () => (await quill.get('me')).member.name).toBe('Resent Twice');
  expect((await quill.get('me')).member.time_zone).toBe('Europe/Paris');
});

test('a refusal says why, in the words of the command line, and can be read by its id', async () => {
  const quill = await createSignedInMember(site(), 'Refused');
  const codes = [];
  for (let made = 0; made < 3; made += 1) codes.push((await quill.give('me/pairing-codes')).status);
  const id = randomUUID();
  const { status, body } = await quill.give('me/pairing-codes', {}, id);
  const message = 'the member already has 3 open pairing codes; they expire after 5 minutes';
  expect([codes, status, body]).toEqual([
    [200, 200, 200],
    409,
    { error: { code: 'too_many_codes', message } },
  ]);
  expect(await quill.get(`commands/${id}`)).toEqual({ state: 'refused', message });
});

test.each([
  ['me/settings', { time_zone: 'Mars/Olympus' }, 'time_zone: it must be an IANA time zone'],
  ['me/settings', {}, 'give time_zone or default_sharing'],
  ['me/settings', { default_sharing: { stats: 'guild' } }, 'default_sharing.events: '],
  [
    'me/settings',
    { default_sharing: Object.fromEntries(defaultCategories.map((category) => [category, 'selected'])) },
    'default_sharing.stats: ',
  ],
  ['me/settings', { time_zone: '+05:30' }, 'time_zone: it must be an IANA time zone'],
  [
    'me/sharing',
    { account_ids: ['x'], categories: ['stats'], audience: 'selected' },
    'member_ids: name members',
  ],
  ['me/sharing', { account_ids: [], categories: ['stats'], audience: 'guild' }, 'account_ids: '],
  ['me/keys', { name: ' ', categories: ['stats'], account_ids: null, expires_at: null }, 'name: '],
  ['me/keys', { name: 'x', categories: ['gold'], account_ids: null, expires_at: null }, 'categories.0: '],
  [
    'me/keys',
    { name: 'x', categories: ['stats'], account_ids: null, expires_at: inDays(367) },
    'expires_at: it must',
  ],
  ['me/pairing-codes', { member_id: randomUUID() }, 'member_id'],
])(
  '%s refuses %j and names what is wrong, before the request counts as made',
  async (path, fields, message) => {
    const member = await createSignedInMember(site(), `Wrong ${randomUUID().slice(0, 8)}`);
    const id = randomUUID();
    const { status, body } = await member.give(path, fields, id);
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'invalid',
      expect.stringContaining(message),
    ]);
    expect((await member.get(`commands/${id}`)).state).toBe('unknown');
  },
);

test('the preview of a member lists only accounts of the member, also hidden accounts and when others share theirs', async () => {
  const { hub } = site();
  const own = await createSignedInMember(site(), 'Own preview');
  const other = await createSignedInMember(site(), 'Other preview');
  for (const [account, { id }, name] of [
    ['preview_own', own, 'Own Rail'],
    ['preview_other', other, 'Other Rail'],
  ] as const) {
    await hub.append([given.identity(account, id), given.description(account, name)]);
  }
  const previewed = async (member: typeof own) =>
    (await member.get('me/preview')).accounts.map(({ id }: { readonly id: string }) => id);
  await expect.poll(() => previewed(other)).toContain('preview_other');
  expect(await previewed(other)).toEqual(['preview_other']);
  expect(await previewed(own)).toEqual(['preview_own']);
  await own.give('me/sharing', { account_ids: ['preview_own'], categories, audience: 'private' });
  expect((await own.get('me/preview')).accounts).toEqual([
    { id: 'preview_own', name: 'Own Rail', categories: [] },
  ]);
});

test('a member whom an admin adds without a time zone gets the zone of the admin', async () => {
  const ada = await createSignedInAdmin(site(), 'Ada of Oslo');
  expect((await ada.give('me/settings', { time_zone: 'Europe/Oslo' })).status).toBe(200);
  const added = async (more: object) =>
    (await ada.give('admin/members', { name: `New ${Object.keys(more).length}`, ...more })).body.time_zone;
  expect([await added({}), await added({ time_zone: 'UTC' })]).toEqual(['Europe/Oslo', 'UTC']);
});

test('a machine whose clock is ahead may ask for the longest time of a key, and the key lasts no longer', async () => {
  const member = await createSignedInMember(site(), 'Ahead');
  const key = { name: 'a year', categories: ['stats'], account_ids: null, expires_at: inDays(365.5) };
  const { status, body } = await member.give('me/keys', key);
  expect(status).toBe(200);
  const leftDays = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
  expect(leftDays).toBeGreaterThan(364.9);
  expect(leftDays).toBeLessThanOrEqual(365);
});

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

test('many notices of one kind of admin action hide no notice of another kind from the member', async () => {
  const member = await createSignedInMember(site(), 'Watched');
  const note = (action: 'payload-shown' | 'sign-in-link-made') =>
    auditEvent({ by: 'cli', action, about: [member.id], subject: member.id });
  const shown = Array.from({ length: 25 }, () => note('payload-shown'));
  await site().hub.append([note('sign-in-link-made'), ...shown]);
  const told = async (): Promise<Record<string, number>> => {
    const { notices } = await member.get('me');
    return Object.fromEntries(
      ['payload-shown', 'sign-in-link-made'].map((kind) => [
        kind,
        notices.filter(({ action }: { readonly action: string }) => action === kind).length,
      ]),
    );
  };
  await expect.poll(told).toEqual({ 'payload-shown': 20, 'sign-in-link-made': 1 });
});
