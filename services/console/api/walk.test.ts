import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { brokenGameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { pastedPlugins } from '../../../test/made-up-plugin/pasted-plugins.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';
import type { ConsoleRoute } from './define-console-route.ts';
import { consoleRoutes } from './routes.ts';

// A new route needs a line in `steps`.

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

const site = onceAFile(async () =>
  openTestConsole({
    settings: { BACKUP_DIR: `${await temporaryDataDir(null)}/backups` },
    plugins: pastedPlugins,
  }),
);

interface Step {
  /** Default: ada. */
  readonly by?: 'quill' | 'ada';
  /** For `:id` and `:name`. Default: `dummy`. */
  readonly param?: string;
  readonly fields?: object;
  /** Default: 200. */
  readonly status?: number;
  readonly code?: string;
  /** Null for no entry. */
  readonly audit?: string | null;
}

const withoutRequestId = new Set([
  'POST sign-in/look',
  'POST sign-in/link',
  'POST sign-in/set-up',
  'POST sign-out',
  'POST me/export',
]);
const dummy = '0d9f6f0e-6c0f-4e0b-9c39-0a2f2f3c7a11';

function keyOf({ method, path }: ConsoleRoute): string {
  return `${method} ${path}`;
}

function pathOf({ path }: ConsoleRoute, param = dummy): string {
  return path.replaceAll(/:\w+/g, param);
}

/** Sends a valid request, so that a refusal concerns the caller. */
function ask(route: ConsoleRoute, { param, fields = {} }: Step, options: AskOptions = {}) {
  if (route.method === 'GET') return site().get(pathOf(route, param), options);
  const body = withoutRequestId.has(keyOf(route))
    ? fields
    : { ...fields, request_id: options.id ?? randomUUID() };
  return site().post(pathOf(route, param), body, options);
}

interface AskOptions {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly id?: string;
}

async function openGuild() {
  const { hub } = site();
  const ids = {
    quill: await hub.addMember('Quill'),
    ada: await hub.addMember('Ada'),
    gone: await hub.addMember('Gone'),
    leaver: await hub.addMember('Leaver'),
    erased: await hub.addMember('Erased'),
  };
  await runJson(hub.environment, ['member', 'set', 'Ada', '--admin']);
  const cookieOf = async (name: 'quill' | 'ada' | 'gone') => (await site().signIn(ids[name])).cookie;
  const cookies = {
    quill: await cookieOf('quill'),
    ada: await cookieOf('ada'),
    gone: await cookieOf('gone'),
  };
  await hub.append([given.leaving(ids.gone)]);

  const token = await hub.pair(ids.quill);
  const body = JSON.parse(await readFile(report, 'utf8'));
  expect((await hub.report(token, body)).status).toBe(200);
  body.player.stats.skills.Attack.xp -= 1;
  expect((await hub.report(token, { ...body, timestamp: Date.now() })).status).toBe(200);
  const { accounts, devices } = (await site().get('me', { cookie: cookies.quill })).body;
  const [account, device] = [accounts[0].id as string, devices[0].id as string];
  const parked = [1, 2].map(() => brokenGameEvent(account));
  await hub.append(parked);
  const list = async () => (await site().get('admin/parked', { cookie: cookies.ada })).body.parked;
  await expect.poll(async () => (await list()).length).toBe(2);
  await runJson(hub.environment, ['projections', 'rebuild', 'wealth-days', '--full-speed']);
  const { payloads } = (await site().get('admin/payloads', { cookie: cookies.ada })).body;
  await hub.database.run({
    text: `insert into console.job (id, kind, member_id, state, updated_at)
           select gen_random_uuid(), 'doctor', $1, 'running', clock_timestamp() + interval '1 hour'
           from generate_series(1, 3)`,
    values: [ids.ada],
  });
  return { ids, cookies, account, device, parked, payload: payloads[0].id as string };
}

type Guild = Awaited<ReturnType<typeof openGuild>>;

/** In this order: some steps remove the subjects of others. `made` has answers by route. */
// biome-ignore lint/suspicious/noExplicitAny: answers of routes
function steps(guild: Guild, made: ReadonlyMap<string, any>): Readonly<Record<string, () => Step>> {
  const { ids, account, device, parked, payload } = guild;
  const busy = { status: 409, code: 'too_many_jobs', audit: null };
  const service = { name: 'map', categories: ['stats'], account_ids: null, expires_at: null };
  const competition = {
    ...{ title: 'Slayer week', metric: { kind: 'xp', name: 'Slayer' } },
    from: new Date().toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
    teams: [{ name: 'East', accounts: [account] }],
  };
  const projection = { param: 'wealth-days' };
  const keyId = (route: string) => ({ param: made.get(route).id as string });
  const refusedLink = { fields: { token: 'guess' }, status: 403, code: 'link_refused', audit: null };
  return {
    'GET sign-in': () => ({}),
    // Discord is not configured.
    'GET sign-in/discord': () => ({ status: 404, code: 'not_found' }),
    'GET sign-in/discord/callback': () => ({ status: 404, code: 'not_found' }),
    'POST sign-in/look': () => refusedLink,
    'POST sign-in/link': () => refusedLink,
    'POST sign-in/set-up': () => ({
      ...refusedLink,
      fields: { token: 'guess', name: 'Guess', time_zone: 'UTC' },
    }),
    'GET session': () => ({ by: 'quill' }),
    'GET me': () => ({ by: 'quill' }),
    'GET me/preview': () => ({ by: 'quill' }),
    'GET commands/:request_id': () => ({ by: 'quill' }),
    'GET accounts/:id/names': () => ({ by: 'quill', param: account }),
    'POST me/settings': () => ({
      by: 'quill',
      fields: { time_zone: 'Europe/Paris' },
      audit: 'member-changed',
    }),
    'POST me/pairing-codes': () => ({ by: 'quill', audit: 'pairing-code-made' }),
    'GET me/pairing-codes/:id': () => ({ by: 'quill', ...keyId('POST me/pairing-codes') }),
    'POST me/device-tokens': () => ({
      by: 'quill',
      fields: { plugin: 'rambler' },
      audit: 'device-token-made',
    }),
    'GET me/device-tokens/:id': () => ({ by: 'quill', ...keyId('POST me/device-tokens') }),
    'POST me/sharing': () => ({
      by: 'quill',
      fields: { account_ids: [account], categories: ['stats'], audience: 'private' },
      audit: 'sharing-changed',
    }),
    'GET me/twins': () => ({ by: 'quill' }),
    'POST me/twins/:id/erase': () => ({
      by: 'quill',
      param: account,
      status: 409,
      code: 'no_twin',
      audit: null,
    }),
    'POST me/keys': () => ({ by: 'quill', fields: service, audit: 'key-created' }),
    'POST me/keys/:id': () => ({
      by: 'quill',
      fields: { name: 'bot' },
      audit: 'key-changed',
      ...keyId('POST me/keys'),
    }),
    'POST me/keys/:id/revoke': () => ({ by: 'quill', audit: 'key-revoked', ...keyId('POST me/keys') }),
    'POST me/export': () => ({ by: 'quill', audit: 'data-exported' }),

    'GET admin/members': () => ({}),
    'GET admin/out-of-guild': () => ({}),
    'POST admin/members': () => ({ fields: { name: 'Newcomer' }, audit: 'member-added' }),
    'POST admin/members/:id': () => ({
      param: ids.leaver,
      fields: { chat_id: '77' },
      audit: 'member-changed',
    }),
    'POST admin/members/:id/sign-in-link': () => ({ param: ids.ada, audit: 'sign-in-link-made' }),
    'POST admin/members/:id/leave': () => ({ param: ids.leaver, audit: 'member-left' }),
    'GET admin/members/:id/erasure': () => ({ param: ids.erased }),
    'POST admin/members/:id/erase': () => ({
      param: ids.erased,
      fields: { name: 'Erased' },
      audit: 'member-erased',
    }),
    'GET admin/keys': () => ({}),
    'POST admin/keys': () => ({ fields: { ...service, rate_limit_per_minute: 60 }, audit: 'key-created' }),
    'POST admin/keys/:id': () => ({
      fields: { rate_limit_per_minute: 90 },
      audit: 'key-changed',
      ...keyId('POST admin/keys'),
    }),
    'POST admin/keys/:id/revoke': () => ({ audit: 'key-revoked', ...keyId('POST admin/keys') }),
    'GET admin/competitions': () => ({}),
    'POST admin/competitions': () => ({ fields: competition, audit: 'competition-created' }),
    'POST admin/competitions/:id': () => ({
      fields: { title: 'Loot week' },
      audit: 'competition-changed',
      ...keyId('POST admin/competitions'),
    }),
    'POST admin/competitions/:id/end': () => ({
      audit: 'competition-ended',
      ...keyId('POST admin/competitions'),
    }),
    'GET admin/accounts': () => ({}),
    'GET admin/twins': () => ({}),
    'POST admin/twins/:id/erase': () => ({ param: account, status: 409, code: 'no_twin', audit: null }),
    'POST admin/accounts/:id/correct-xp': () => ({ param: account, audit: 'xp-corrected' }),
    'POST admin/accounts/:id/block': () => ({
      param: account,
      fields: { member_id: ids.ada },
      audit: 'account-blocked',
    }),
    'POST admin/accounts/:id/unblock': () => ({
      param: account,
      fields: { member_id: ids.ada },
      audit: 'account-blocked',
    }),
    'POST admin/accounts/:id/owner': () => ({
      param: account,
      fields: { member_id: ids.ada },
      audit: 'account-transferred',
    }),
    'GET admin/payloads': () => ({}),
    'POST admin/payloads/:id/show': () => ({ param: payload, audit: 'payload-shown' }),
    'GET admin/devices': () => ({}),
    'POST me/devices/:id': () => ({
      by: 'quill',
      param: device,
      fields: { name: 'attic' },
      audit: 'device-renamed',
    }),
    'POST me/devices/:id/revoke': () => ({ by: 'quill', param: device, audit: 'device-revoked' }),
    'POST admin/devices/:id/revoke': () => ({ param: device, audit: 'device-revoked' }),
    'GET admin/projections': () => ({}),
    'POST admin/projections/:name/rebuild': () => ({ ...projection, ...busy }),
    'POST admin/projections/rebuild': () => busy,
    'POST admin/projections/:name/verify': () => ({ ...projection, ...busy }),
    'POST admin/projections/:name/promote': () => ({
      ...projection,
      fields: { force: true },
      audit: 'projection-promoted',
    }),
    'POST admin/projections/:name/rollback': () => ({ ...projection, audit: 'projection-rolled-back' }),
    'POST admin/projections/:name/retire': () => ({
      ...projection,
      fields: { generation: 2 },
      audit: 'projection-retired',
    }),
    'POST admin/projections/:name/cancel': () => ({ ...projection, audit: null }),
    'GET admin/parked': () => ({}),
    'POST admin/parked/:id/show': () => ({
      param: parked[0]?.recordId ?? '',
      audit: 'parked-record-shown',
    }),
    'POST admin/parked/:id/retry': () => ({
      param: parked[0]?.recordId ?? '',
      // The retry is accepted, and the record fails again.
      status: 409,
      code: 'still_parked',
      audit: 'parked-record-retried',
    }),
    'POST admin/parked/:id/drop': () => ({
      param: parked[1]?.recordId ?? '',
      audit: 'parked-record-dropped',
    }),
    'GET admin/backups': () => ({}),
    'POST admin/backups': () => busy,
    'POST admin/backups/:id/verify': () => ({
      param: '..%2Fsecret',
      status: 404,
      code: 'not_found',
      audit: null,
    }),
    'GET admin/jobs': () => ({}),
    'GET admin/jobs/:id': () => ({ status: 404, code: 'not_found' }),
    'POST admin/doctor': () => busy,
    'GET admin/settings': () => ({}),
    'GET admin/release': () => ({}),
    'GET admin/faults': () => ({}),
    'GET admin/ingest': () => ({}),
    'GET admin/audit': () => ({}),
    'GET admin/decommission': () => ({}),
    'POST admin/decommission': () => ({
      fields: { on: true, typed: 'decommission' },
      audit: 'decommission-switched',
    }),
    'POST admin/accounts/:id/erase': () => ({
      param: account,
      fields: { name: 'Quillon Fen' },
      audit: 'account-erased',
    }),
    'GET me/erasure': () => ({ by: 'quill' }),
    'POST me/erase': () => ({ by: 'quill', fields: { name: 'Quill' }, audit: 'member-erased' }),
    'POST sign-out': () => ({ by: 'ada' }),
  };
}

function accessOf(path: string): ConsoleRoute['access'] {
  if (path.startsWith('admin/')) return 'admin';
  return path.startsWith('sign-in') ? 'anybody' : 'member';
}

function refusalsOf(
  { access, method }: ConsoleRoute,
  { by, key, cookies }: { by: string; key: string; cookies: Guild['cookies'] },
) {
  const nobody = [401, 'not_signed_in'] as const;
  return [
    { as: 'nobody', options: {}, answer: nobody, when: access !== 'anybody' },
    {
      as: 'a key of the read API',
      options: { headers: { authorization: `Bearer ${key}` } },
      answer: nobody,
      when: access !== 'anybody',
    },
    {
      as: 'that key as a cookie',
      options: { cookie: `hub_session=${key}` },
      answer: nobody,
      when: access !== 'anybody',
    },
    { as: 'who left', options: { cookie: cookies.gone }, answer: nobody, when: access !== 'anybody' },
    {
      as: 'a member',
      options: { cookie: cookies.quill },
      answer: [403, 'not_allowed'],
      when: access === 'admin',
    },
    {
      as: 'another site',
      options: { cookie: by, headers: { origin: 'https://evil.example.org' } },
      answer: [403, 'foreign_origin'],
      when: method === 'POST',
    },
    {
      as: 'a form',
      options: { cookie: by, headers: { 'content-type': 'text/plain' } },
      answer: [415, 'not_json'],
      when: method === 'POST',
    },
  ].filter(({ when }) => when);
}

test('every route answers each caller according to its access, and a command leaves its entry', {
  timeout: patient(360_000),
}, async () => {
  const guild = await openGuild();
  const { cookies } = guild;
  const key = await site().hub.makeKey();
  const made = new Map<string, unknown>();
  const wanted = steps(guild, made);
  const routes = new Map(consoleRoutes.map((route) => [keyOf(route), route]));
  expect(Object.keys(wanted).sort()).toEqual([...routes.keys()].sort());
  await expect.poll(async () => (await site().get('session', { cookie: cookies.gone })).status).toBe(401);

  // The guild's set-up already listed the payloads, and a repeated listing adds no entry.
  const entries: [string, string][] = [['member:Ada', 'payloads-listed']];
  for (const [name, stepOf] of Object.entries(wanted)) {
    const route = routes.get(name);
    if (route === undefined) continue;
    // A second list of access finds an admin route that is open to members.
    expect(route.access, name).toBe(accessOf(route.path));
    const step = stepOf();
    const by = step.by ?? 'ada';
    const answered = async (options: AskOptions) => {
      const { status, body } = await ask(route, step, options);
      return [status, body?.error?.code];
    };
    const refusals = refusalsOf(route, { by: cookies[by], key, cookies });
    const refused = await Promise.all(
      refusals.map(async ({ as, options }) => [as, ...(await answered(options))]),
    );
    expect(refused, name).toEqual(refusals.map(({ as, answer }) => [as, ...answer]));
    const id = randomUUID();
    const answer = await ask(route, step, { cookie: cookies[by], id });
    expect([name, answer.status, answer.body?.error?.code], JSON.stringify(answer.body)).toEqual([
      name,
      step.status ?? 200,
      step.code,
    ]);
    made.set(name, answer.body);
    if (route.method === 'POST' && !withoutRequestId.has(name) && name !== 'POST me/erase') {
      expect(await answered({ cookie: cookies[by], id }), `${name} again`).toEqual([409, 'already_given']);
    }
    if (route.method === 'POST' && name !== 'POST sign-out') {
      expect(step.audit, name).toBeDefined();
      if (step.audit) entries.push([by === 'ada' ? 'member:Ada' : 'member:Quill', step.audit]);
    }
  }
  await checkLogEntries(entries);
});

test('ids in paths and texts in bodies make no route fail', async () => {
  const { cookie, give } = await createSignedInAdmin(site(), 'Another admin');
  const odd = ['x', '%00', '..%2F..%2Fsecret', "';--", '%F0%9F%A6%84', '9'.repeat(90)];
  for (const route of consoleRoutes.filter(({ path }) => path.includes(':'))) {
    const statuses = await Promise.all(
      odd.map(async (param) => (await ask(route, { param, fields: { name: 'x' } }, { cookie })).status),
    );
    expect(
      statuses.filter((status) => status >= 500),
      keyOf(route),
    ).toEqual([]);
  }
  for (const text of ['a\0b', 'a\ud800', '\udc00']) {
    const bodies = [{ name: text }, { time_zone: text }, { name: 'x', chat_id: text }];
    for (const fields of bodies) {
      const { status, body } = await give('admin/members', fields);
      expect([status, body.error.code], JSON.stringify(fields)).toEqual([400, 'invalid']);
    }
    const { status } = await site().get(`admin/audit?subject=${encodeURIComponent(text.toWellFormed())}`, {
      cookie,
    });
    expect(status).toBeLessThan(500);
  }
  // The escape sequence as plain text is allowed.
  expect((await give('admin/members', { name: String.raw`a\u0000b` })).status).toBe(200);
});

/** Erasures remove these entries. */
const goneWithQuill = new Set([
  'member-changed',
  'pairing-code-made',
  'device-token-made',
  'key-created',
  'key-changed',
  'key-revoked',
  'device-renamed',
  'device-revoked',
  'data-exported',
]);
const goneWithAccount = new Set([
  'sharing-changed',
  'xp-corrected',
  'account-blocked',
  'account-transferred',
  'payload-shown',
  'parked-record-shown',
]);

async function checkLogEntries(done: readonly (readonly [string, string])[]): Promise<void> {
  const { entries } = await runJson(site().hub.environment, ['audit', '--limit', '1000']);
  const left = done.filter(
    ([actor, action]) =>
      !goneWithAccount.has(action) &&
      !(actor === 'member:Quill' && goneWithQuill.has(action)) &&
      action !== 'device-revoked',
  );
  const expected = left.map(
    ([actor, action]) => `${actor === 'member:Quill' ? 'erased member' : actor} ${action}`,
  );
  const found = entries
    .map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`)
    .filter((entry: string) => /^(member:Ada|erased member) /.test(entry));
  expect(found).toEqual(expected.toReversed());
}
