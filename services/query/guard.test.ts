import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { given, quill } from '../../projections/access/testing/membership.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { ApiError } from './errors/api-error.ts';
import { createGuard } from './guard.ts';
import { createMemoryRateLimiter } from './limits/memory-rate-limiter.ts';
import { ask } from './testing/ask.ts';
import { openTestApi } from './testing/open-test-api.ts';

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
const limitOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  rateHeaders.map((name) => headers[name]);

test('every failed authentication gets the same bytes (read-api 5 rule 1, 5 rule 3, 7 401)', async () => {
  const later = Date.now() + 40 * 86_400_000;
  const api = await openTestApi({ clock: () => later });
  await api.appendMembership(given.member(quill, 'Quill'));
  const valid = await api.makeKey(1);
  const expired = await api.makeKey(2, null, { expires_at: later });
  const revoked = await api.makeKey(3);
  const orphaned = await api.makeKey(4, quill);
  await api.appendMembership(given.revokeApiKey(3), given.leaving(quill));
  const secret = valid.slice(-43);
  const refused: Record<string, string | string[]>[] = [
    {},
    { authorization: '' },
    { authorization: valid },
    { authorization: `Basic ${valid}` },
    { authorization: 'Bearer' },
    { authorization: `Bearer hub_unknown000_${secret}` },
    { authorization: `Bearer hub_prefix0001_${'x'.repeat(43)}` },
    { authorization: `Bearer HUB_prefix0001_${secret}` },
    { authorization: `Bearer ${valid}x` },
    { authorization: `Bearer ${valid} x` },
    { authorization: `Bearer ${valid}${'x'.repeat(10_000)}` },
    { authorization: `Bearer${' '.repeat(200)}${valid}` },
    { authorization: [`Bearer ${valid}`, `Bearer ${valid}`] },
    { authorization: [`Bearer ${valid}`, 'Bearer x'] },
    { cookie: `key=${valid}`, 'x-api-key': valid },
    { authorization: `Bearer ${expired}` },
    { authorization: `Bearer ${revoked}` },
    { authorization: `Bearer ${orphaned}` },
  ];
  const answers = new Set<string>();
  for (const headers of refused) {
    const answer = await api.get('/me', { headers });
    const constant = answer.rawHeaders.filter(
      (_, index) => answer.rawHeaders[index - (index % 2)] !== 'Date',
    );
    answers.add(JSON.stringify([answer.status, constant, answer.text]));
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^\[401,.*"www-authenticate","Bearer".*unauthorized/);
  for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
    expect((await api.get('/me', { headers: { authorization: `${scheme} ${valid}` } })).status).toBe(200);
  }
  expect((await api.get(`/me?key=${valid}&access_token=${valid}`)).status).toBe(401);
});

test('a key has its limit in any 60 s, and every answer states it (read-api 8 "requests per key", 8 "headers", 7 429)', async () => {
  const api = await openTestApi();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 5 });
  expect(limitOf(await api.get('/me', { key }))).toEqual(['5', '4', '60']);
  api.advanceLimitClock(20_000);
  expect(limitOf(await api.get('/nothing', { key }))).toEqual(['5', '3', '40']);
  expect(limitOf(await api.get('/events?limit=x', { key }))).toEqual(['5', '2', '40']);
  expect(limitOf(await api.get('/accounts/unknown', { key }))).toEqual(['5', '1', '40']);
  expect(limitOf(await api.get('/me', { key }))).toEqual(['5', '0', '40']);
  for (const path of ['/me', '/nothing', '/events?limit=x']) {
    const refused = await api.get(path, { key });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect([...limitOf(refused), refused.headers['retry-after']]).toEqual(['5', '0', '40', '40']);
  }
  api.advanceLimitClock(40_000);
  expect(limitOf(await api.get('/me', { key }))).toEqual(['5', '0', '20']);
  expect((await api.get('/me', { key: await api.makeKey(2) })).status).toBe(200);
});

test('a changed limit takes effect at once (read-api 5 rule 5, 8 "requests per key")', async () => {
  const api = await openTestApi();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 10 });
  for (let times = 0; times < 4; times += 1) await api.get('/me', { key });
  await api.appendMembership(given.changeApiKey(1, { rate_limit_per_minute: 3 }));
  expect((await api.get('/me', { key })).status).toBe(429);
  await api.appendMembership(given.changeApiKey(1, { rate_limit_per_minute: 6 }));
  expect(limitOf(await api.get('/me', { key }))[1]).toBe('1');
});

test('a key also gets only one snapshot per second, and a refused request is not counted (read-api 8 /snapshot)', async () => {
  const api = await openTestApi();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 100 });
  expect(limitOf(await api.get('/snapshot', { key }))[1]).toBe('99');
  const refused = await api.get('/snapshot', { key });
  expect([refused.status, refused.headers['retry-after'], limitOf(refused)[1]]).toEqual([429, '1', '99']);
  expect(refused.body.error.message).toBe('Too many requests to this path: a key may ask once in 1 s.');
  expect(limitOf(await api.get('/me', { key }))[1]).toBe('98');
  api.advanceLimitClock(1_000);
  const next = await api.get('/snapshot', { key });
  expect([next.status, limitOf(next)[1]]).toEqual([200, '97']);
});

test('after 30 failures in 60 s an address has to wait, even with a valid key (read-api 7 "failures", 8 "failed authentications")', async () => {
  const api = await openTestApi({ metricsToken: 'secret' });
  const key = await api.makeKey(1);
  for (let times = 0; times < 30; times += 1) {
    expect((await api.get('/me', { key: 'hub_wrong' })).status).toBe(401);
    if (times === 0) api.advanceLimitClock(10_000);
  }
  for (const path of ['/me', '/nothing', '/openapi.json']) {
    const refused = await api.get(path, { key });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '50']);
    expect(refused.body.error.message).toContain('a client at this address sends a key that is not valid');
    expect(limitOf(refused)).toEqual([undefined, undefined, undefined]);
  }
  expect((await ask(api.port, '/api/v1/me', { method: 'OPTIONS' })).status).toBe(204);
  expect((await ask(api.port, '/api/health')).status).toBe(200);
  expect((await ask(api.port, '/metrics')).status).toBe(401);
  api.advanceLimitClock(50_000);
  expect((await api.get('/me', { key })).headers['x-ratelimit-remaining']).toBe('119');
  expect((await api.get('/me', { key: 'hub_wrong' })).status).toBe(401);
  expect((await api.get('/me', { key })).status).toBe(429);
});

test('requests without a key do not count as failed authentications', async () => {
  const api = await openTestApi();
  const key = await api.makeKey(1);
  for (let times = 0; times < 40; times += 1) expect((await api.get('/me')).status).toBe(401);
  expect((await api.get('/me', { key })).status).toBe(200);
});

test('only 30 of 60 failures that arrive at the same time are answered 401', async () => {
  const api = await openTestApi();
  const answers = await Promise.all(Array.from({ length: 60 }, () => api.get('/me', { key: 'hub_wrong' })));
  const refused = answers.map(({ status }) => status).sort();
  expect(refused).toEqual([...Array(30).fill(401), ...Array(30).fill(429)]);
});

test('failures are counted before they are answered, even if all passed the check of their address', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('reader', null);
  const limiter = createMemoryRateLimiter(() => 0);
  const everyoneIsHere = Promise.withResolvers<void>();
  let checked = 0;
  const guard = createGuard({
    limiter,
    loop: { isBusy: () => false, close: () => {} },
    trustProxyHops: 0,
    readerOf: () => null,
    refreshSessionKeys: async () => {
      checked += 1;
      if (checked === 40) everyoneIsHere.resolve();
      await everyoneIsHere.promise;
    },
    noteKeyUse: () => {},
  });
  app.addHook('onRequest', guard);
  app.setErrorHandler((error: ApiError, _, reply) => reply.code(error.status).send(error.body));
  app.get('/', async () => 'never');
  const authorization = `Bearer hub_unknown000_${'x'.repeat(43)}`;
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => app.inject({ url: '/', headers: { authorization } })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
});

test('the hub counts the failures of each client separately behind a proxy', async () => {
  const api = await openTestApi({ trustProxyHops: 1 });
  const from = (address: string) => ({
    key: 'hub_wrong',
    headers: { 'x-forwarded-for': `6.6.6.6, ${address}` },
  });
  for (let times = 0; times < 30; times += 1) await api.get('/me', from('192.0.2.1'));
  expect((await api.get('/me', from('192.0.2.1'))).status).toBe(429);
  expect((await api.get('/me', from('192.0.2.2'))).status).toBe(401);
});

test('without a trusted proxy a client cannot choose its address', async () => {
  const api = await openTestApi();
  for (let times = 0; times < 30; times += 1) {
    await api.get('/me', { key: 'hub_wrong', headers: { 'x-forwarded-for': `192.0.2.${times}` } });
  }
  expect((await api.get('/me', { key: 'hub_wrong' })).status).toBe(429);
});

test('a busy hub answers 503 and says when to ask again (read-api 7 503)', async () => {
  let busy = false;
  const api = await openTestApi({ isBusy: () => busy });
  const key = await api.makeKey(1);
  busy = true;
  const refused = await api.get('/me', { key });
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '1',
  ]);
  busy = false;
  expect((await api.get('/me', { key })).status).toBe(200);
});

test('without its database an endpoint answers 503, which counts toward the limit; the other endpoints continue (read-api 7 503)', async () => {
  const api = await openTestApi({ feedUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
  const key = await api.makeKey(1);
  const refused = await api.get('/events', { key });
  expect([refused.status, refused.headers['retry-after'], limitOf(refused)[1]]).toEqual([503, '1', '119']);
  expect((await api.get('/me', { key })).status).toBe(200);
});

test('the answer to a bug holds no details, only an id that is in the log too (read-api 7 500)', async () => {
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'error' }, { write: (line) => void lines.push(line) });
  let broken = false;
  const clock = () => {
    if (broken) throw new Error('secret detail');
    return Date.now();
  };
  const api = await openTestApi({ clock, logger });
  const key = await api.makeKey(1);
  broken = true;
  const answer = await api.get('/me', { key });
  expect(answer.status).toBe(500);
  expect(answer.text).toBe('{"error":{"code":"internal_error","message":"Internal error."}}');
  expect(JSON.stringify(answer.rawHeaders)).not.toContain('secret');
  const logged = JSON.parse(lines[0] ?? '{}');
  expect(logged).toMatchObject({ errorId: answer.headers['x-error-id'], operation: 'getMe' });
  expect(logged.problem.message).toBe('secret detail');
  expect(lines.join()).not.toContain(key);
  expect((await api.get('/nothing', { key })).status).toBe(500);
  expect(lines).toHaveLength(2);
});
