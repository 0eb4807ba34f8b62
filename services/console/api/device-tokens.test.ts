import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deviceTokensMax } from '../../../shared/domain/member.ts';
import { pastedPlugins } from '../../../test/made-up-plugin/pasted-plugins.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const site = onceAFile(() => openTestConsole({ plugins: pastedPlugins }));

const walk = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: 'POST', headers, body: 'player Quillon Fen\nat 3200 3201 0' });

test('the next step after the settings of a plugin that posts at a drop is to play, not to log in', async () => {
  const quill = await createSignedInMember(site(), 'Poster');
  const { body } = await quill.give('me/device-tokens', { plugin: 'discord-notifiers' });
  expect(body.first_report).toBe('play until it posts, for example a drop or a level');
  const [device] = (await quill.get('me')).devices;
  expect(Date.parse(device.expires_at) - Date.parse(device.paired_at)).toBe(30 * 86_400_000);
});

test('a member pastes settings into a plugin, and sees what it reported', async () => {
  const quill = await createSignedInMember(site(), 'Quill');
  const { plugins } = await quill.get('me');
  expect(plugins.by_code.length).toBeGreaterThan(0);
  expect(plugins.pasted).toEqual(expect.arrayContaining([{ option: 'rambler', title: 'Rambler' }]));
  expect(plugins.pasted).toHaveLength(
    [...registeredPlugins, ...pastedPlugins].filter(({ pasted }) => pasted !== undefined).length,
  );

  const { status, body: made } = await quill.give('me/device-tokens', { plugin: 'rambler' });
  expect([status, made]).toEqual([
    200,
    {
      id: expect.any(String),
      title: 'Rambler',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${site().hub.url}/rambler/${made.token}/walk`,
      changes: [],
      choices: [],
      steps: ['Open the settings of Rambler.', 'Paste the address into “Where to tell of walks”.'],
      other_way: null,
      first_report: 'log in to the game with it',
      status: 'active',
      local: { origin: site().hub.url, network_origins: expect.any(Array) },
    },
  ]);
  const watched = () => quill.get(`me/device-tokens/${made.id}`);
  expect(await watched()).toMatchObject({
    state: 'paired',
    device: { id: made.id, plugin: 'rambler', name: 'Rambler', last_seen_at: null, status: 'active' },
    accounts: [],
    categories: [],
  });
  expect((await walk(made.url)).status).toBe(200);
  await expect.poll(async () => (await watched()).state).toBe('reported');
  expect((await watched()).accounts).toMatchObject([{ name: 'Quillon Fen' }]);
  for (const path of ['me', `me/device-tokens/${made.id}`]) {
    expect(JSON.stringify(await quill.get(path)), path).not.toContain(made.token);
  }
  await quill.give(`me/devices/${made.id}/revoke`);
  expect((await watched()).device.status).toBe('revoked');
  expect((await walk(made.url)).status).toBe(401);
});

test('the settings come with their changes, their choices and the other way to make them', async () => {
  const quill = await createSignedInMember(site(), 'Choosing');
  const { body: made } = await quill.give('me/device-tokens', { plugin: 'chooser' });
  const path = `${site().hub.url}/chooser/${made.token}`;
  expect(made).toMatchObject({
    url: `${path}/settings`,
    changes: ['Chooser walks faster.'],
    choices: [{ name: 'hills', label: 'Hills', effect: 'Chooser walks uphill.' }],
    other_way: { title: 'By hand', steps: [`Add ${path}/walk to Targets.`] },
  });
});

test('a request makes one token, which is not shown again', async () => {
  const quill = await createSignedInMember(site(), 'Once');
  const id = randomUUID();
  const first = await quill.give('me/device-tokens', { plugin: 'strider' }, id);
  expect(first.status).toBe(200);
  const again = await quill.give('me/device-tokens', { plugin: 'strider' }, id);
  expect([again.status, again.body.error.code]).toEqual([409, 'already_given']);
  expect(JSON.stringify(again.body)).not.toContain(first.body.token);
  expect((await quill.get('me')).devices).toHaveLength(1);
  expect((await walk(`${site().hub.url}/strider/walk`, { authorization: first.body.token })).status).toBe(
    200,
  );
});

test('a token is made for the caller only, and only the caller can read about it', async () => {
  const [quill, ada] = [
    await createSignedInMember(site(), 'Alone'),
    await createSignedInAdmin(site(), 'Ada'),
  ];
  const forOther = await ada.give('me/device-tokens', { plugin: 'rambler', member_id: quill.id });
  expect([forOther.status, forOther.body.error.code]).toEqual([400, 'invalid']);
  const { body: made } = await quill.give('me/device-tokens', { plugin: 'rambler' });
  expect(await ada.get(`me/device-tokens/${made.id}`)).toMatchObject({ error: { code: 'not_found' } });
  expect(await quill.get(`me/device-tokens/${randomUUID()}`)).toMatchObject({ error: { code: 'not_found' } });
});

test('an unknown plugin and a plugin that takes a code get no token', async () => {
  const quill = await createSignedInMember(site(), 'Nothing');
  for (const plugin of ['nobody', '__proto__', '', registeredPlugins[0]?.source]) {
    const { status, body } = await quill.give('me/device-tokens', { plugin });
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'There is no such plugin.' }]);
  }
  for (const fields of [{}, { plugin: 7 }, { plugin: 'x'.repeat(65) }]) {
    expect((await quill.give('me/device-tokens', fields)).status).toBe(400);
  }
  expect((await quill.get('me')).devices).toEqual([]);
});

test('a token above the limit is refused until a device is revoked', async () => {
  const quill = await createSignedInMember(site(), 'Many');
  for (let made = 0; made < deviceTokensMax; made += 1) {
    expect((await quill.give('me/device-tokens', { plugin: 'rambler' })).status).toBe(200);
  }
  const { status, body } = await quill.give('me/device-tokens', { plugin: 'rambler' });
  const message = 'the member already has 20 active devices of this plugin; revoke one first';
  expect([status, body.error]).toEqual([409, { code: 'too_many_tokens', message }]);
  const [first] = (await quill.get('me')).devices;
  await quill.give(`me/devices/${first.id}/revoke`);
  expect((await quill.give('me/device-tokens', { plugin: 'rambler' })).status).toBe(200);
});
