import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { consoleRoutes } from './routes.ts';

const metricsToken = 'a-metrics-token-of-a-test';
const site = onceAFile(() => openTestConsole({ settings: { METRICS_TOKEN: metricsToken } }));

const pathOf = (path: string) => path.replaceAll(/:\w+/g, '0d9f6f0e-6c0f-4e0b-9c39-0a2f2f3c7a11');

test('the cookie of a session tells who is signed in, and no cache or other origin gets the answer', async () => {
  const memberId = await site().hub.addMember('Quill Fen');
  const { cookie } = await site().signIn(memberId);
  const { status, headers, body } = await site().get('session', { cookie: `other=1; ${cookie}; last=2` });
  expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'no-store',
    null,
  ]);
  expect(body).toMatchObject({
    member: { id: memberId, name: 'Quill Fen', is_admin: false, time_zone: 'UTC', chat_id: null },
    key: expect.stringMatching(/^hub_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}$/),
    private: true,
  });
  const left = Date.parse(body.expires_at) - Date.now();
  expect([Math.round(left / 86_400_000), headers.get('set-cookie')]).toEqual([
    30,
    `${cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  ]);
});

test('a request without a session is refused: no cookie, an invented cookie, or a key of the read API', async () => {
  const key = await site().hub.makeKey();
  const refused = { error: { code: 'not_signed_in', message: 'sign in first' } };
  const asked = [
    {},
    { cookie: 'hub_session=' },
    { cookie: `hub_session=${'A'.repeat(43)}` },
    { cookie: `__Host-hub=${'A'.repeat(43)}` },
    { headers: { authorization: `Bearer ${key}` } },
    { cookie: `hub_session=${key}` },
  ];
  for (const options of asked) {
    const { status, body } = await site().get('session', options);
    expect([status, body], JSON.stringify(options)).toEqual([401, refused]);
  }
});

test('every POST from another origin or without JSON is refused before the caller is checked', async () => {
  const { hub } = site();
  const memberId = await hub.addMember('Bram');
  const { cookie } = await site().signIn(memberId);
  const foreign = [
    'https://evil.example.org',
    `${hub.url}.evil.example.org`,
    'null',
    null,
    'http://localhost:1',
  ];
  for (const { path } of consoleRoutes.filter(({ method }) => method === 'POST')) {
    for (const origin of foreign) {
      const { status, body } = await site().post(pathOf(path), {}, { cookie, headers: { origin } });
      expect([status, body.error.code], `${path} from ${origin}`).toEqual([403, 'foreign_origin']);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', null]) {
      const asked = { cookie, headers: { 'content-type': type } };
      const { status, body } = await site().post(pathOf(path), {}, asked);
      expect([status, body.error.code], `${path} as ${type}`).toEqual([415, 'not_json']);
    }
  }
  expect((await site().get('session', { cookie })).status).toBe(200);
});

test('a body is refused when it has a wrong value, has unknown fields or is too large, and nothing happens', async () => {
  const { cookie } = await site().signIn(await site().hub.addMember('Tess'));
  const wrong = await site().post('sign-out', { everywhere: 'yes' }, { cookie });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid']);
  expect(wrong.body.error.message).toMatch(/^everywhere: /);
  const unknown = await site().post('sign-out', { all: true }, { cookie });
  expect(unknown.body.error).toMatchObject({ code: 'invalid', message: expect.stringContaining('all') });
  const large = await site().post('sign-out', { everywhere: 'x'.repeat(65_536) }, { cookie });
  expect([large.status, large.body.error.code]).toEqual([413, 'too_large']);
  expect((await site().get('session', { cookie })).status).toBe(200);
});

test('an unknown path is a 404 in the usual envelope for a caller without a session', async () => {
  const error = { code: 'not_found', message: 'Not found.' };
  for (const path of ['', 'sessions', 'session/', 'sign-out']) {
    expect(await site().get(path)).toMatchObject({ status: 404, body: { error } });
  }
});

test('signing out ends one session or all sessions of the member, and no session of other members', async () => {
  const merrin = await site().hub.addMember('Merrin');
  const other = await site().signIn(await site().hub.addMember('Other'));
  const [first, second, third] = [
    await site().signIn(merrin),
    await site().signIn(merrin),
    await site().signIn(merrin),
  ];
  const statuses = async () =>
    Promise.all(
      [first, second, third, other].map(
        async ({ cookie }) => (await site().get('session', { cookie })).status,
      ),
    );
  const { status, headers } = await site().post('sign-out', {}, { cookie: first.cookie });
  expect([status, headers.get('set-cookie')]).toEqual([
    200,
    'hub_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ]);
  expect(await statuses()).toEqual([401, 200, 200, 200]);
  await site().post('sign-out', { everywhere: true }, { cookie: second.cookie });
  expect(await statuses()).toEqual([401, 401, 401, 200]);
});

test('a member who leaves is refused with the next copy of the directory, and their sessions are deleted', async () => {
  const { hub } = site();
  const memberId = await hub.addMember('Leaver');
  const { cookie } = await site().signIn(memberId);
  expect((await site().get('session', { cookie })).status).toBe(200);
  await hub.append([given.leaving(memberId)]);
  await expect.poll(async () => (await site().get('session', { cookie })).status).toBe(401);
  const left = { text: 'select 1 from console.session where member_id = $1', values: [memberId] };
  await expect.poll(() => hub.database.many(left)).toEqual([]);
});

test('answers are counted by route and class of status, and no label has a part of an address', async () => {
  const { hub } = site();
  const memberId = await hub.addMember('Counted Fen');
  const { cookie } = await site().signIn(memberId);
  const [known, unknown] = ['5d2f2c0e-52b6-4f0c-9d0b-6a1e6c2f7a90', 'Somebody'];
  await site().get(`commands/${known}`, { cookie });
  await site().get(`commands/${known}`);
  await site().post(`me/keys/${known}/revoke`, { request_id: known }, { cookie });
  await site().get(`nothing/${unknown}`, { cookie });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${hub.url}/metrics`, { headers })).text();
  const counted = [...text.matchAll(/^hub_console_answer_seconds_count\{process="standalone",(.+)\} /gm)];
  expect(counted.map(([, labels]) => labels)).toEqual(
    expect.arrayContaining([
      'method="GET",route="/console/api/commands/:request_id",status_class="2xx"',
      'method="GET",route="/console/api/commands/:request_id",status_class="4xx"',
      'method="POST",route="/console/api/me/keys/:id/revoke",status_class="4xx"',
      'method="unknown",route="unknown",status_class="4xx"',
    ]),
  );
  const held = [known, unknown, memberId, 'Counted Fen', '127.0.0.1'];
  expect(held.filter((secret) => text.includes(secret))).toEqual([]);
});

test('every POST refuses JSON that is nested too deep for the hub to read', async () => {
  const admin = await site().hub.addMember('Deep');
  await site().makeAdmin(admin);
  const { cookie } = await site().signIn(admin);
  const { url } = site().hub;
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  for (const { path } of consoleRoutes.filter(({ method }) => method === 'POST')) {
    for (const body of [nested(33), nested(30_000), `{"request_id":${nested(15_000)}}`]) {
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/console/api/${pathOf(path)}`, { method: 'POST', headers, body });
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        { error: { code: 'invalid', message: 'the body is nested more than 32 levels deep' } },
      ]);
    }
  }
});
