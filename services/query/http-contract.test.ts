import { describe, expect, test } from 'vitest';
import { given, quill } from '../../projections/access/testing/membership.ts';
import { onceAFile } from '../../test/support/at-end.ts';
import { type Answer, ask, send } from './testing/ask.ts';
import { openTestApi, type TestApi } from './testing/open-test-api.ts';

const notFound = '{"error":{"code":"not_found","message":"Not found."}}';
const accountNotFound = '{"error":{"code":"not_found","message":"Account not found."}}';
const exposed = 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';

const shared = onceAFile(async (): Promise<{ readonly api: TestApi; readonly key: string }> => {
  const api = await openTestApi({ metricsToken: 'metrics' });
  await api.appendMembership(
    given.member(quill, 'Quill'),
    given.identity('a', quill),
    given.description('a', 'Quillon Fen'),
  );
  return { api, key: await api.makeKey(1, quill, { rate_limit_per_minute: 6_000 }) };
});

function expectEnvelope({ status, headers, body, text }: Answer): void {
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed,
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  if (status < 400 || text === '') return;
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(Object.keys(body)).toEqual(['error']);
  expect(Object.keys(body.error)).toEqual(
    status === 400 ? ['code', 'message', 'details'] : ['code', 'message'],
  );
}

const paths: readonly (readonly [method: string, path: string, body: string | null])[] = [
  ['GET', '/api/v1/nothing', notFound],
  ['GET', '/api/v1', notFound],
  ['GET', '/api/v1/', notFound],
  ['GET', '/api/v1/me/', notFound],
  ['GET', '/api/v1/ME', notFound],
  ['GET', '/api/v1//me', notFound],
  ['GET', '/api/v1/me%2f', notFound],
  ['GET', '/api/v1/%ff', notFound],
  ['GET', '/api/v1/%', notFound],
  ['GET', '/api/v1/me%00', notFound],
  ['GET', '/api/v1/me?limit=%ff', null],
  ['GET', '/api/v1/%6de', null],
  ['GET', '/api/v1/me;x=1', notFound],
  ['GET', '/api/v1/accounts/', accountNotFound],
  ['GET', '/api/v1/accounts/%ff', accountNotFound],
  ['GET', '/api/v1/accounts/%', accountNotFound],
  ['GET', '/api/v1/accounts/%00', accountNotFound],
  ['GET', '/api/v1/accounts/a%00', accountNotFound],
  ['GET', '/api/v1/accounts/a%2Fb', accountNotFound],
  ['GET', '/api/v1/accounts/%C3%A9', accountNotFound],
  ['GET', '/api/v1/accounts/a%20', accountNotFound],
  ['GET', `/api/v1/accounts/${'a'.repeat(64)}`, accountNotFound],
  ['GET', `/api/v1/accounts/${'a'.repeat(65)}`, accountNotFound],
  ['GET', `/api/v1/accounts/${'a'.repeat(5_000)}`, accountNotFound],
  ['GET', '/api/v1/accounts/__proto__', accountNotFound],
  ['GET', '/api/v1/accounts/constructor', accountNotFound],
  ['GET', '/API/v1/me', notFound],
  ['GET', '//api/v1/me', notFound],
  ['GET', '/', notFound],
  ['GET', '/%ff', notFound],
  ['GET', '/api/health/', notFound],
  ['GET', '/api/HEALTH', notFound],
  ['POST', '/api/v1/me', notFound],
  ['PUT', '/api/v1/accounts/a', notFound],
  ['DELETE', '/api/v1/events', notFound],
  ['PATCH', '/api/v1/openapi.json', notFound],
  ['TRACE', '/api/v1/me', notFound],
  ['PROPFIND', '/api/v1/me', notFound],
  ['QUERY', '/api/v1/me', notFound],
  ['POST', '/api/health', notFound],
  ['POST', '/metrics', notFound],
  ['POST', '/nothing', notFound],
];

describe('paths', () => {
  test('every spelling of a path gets one of three answers: found, no such path, no such account (read-api 5 rule 8, 7 404)', async () => {
    const { api, key } = shared();
    for (const [method, path, body] of paths) {
      const answer = await ask(api.port, path, { key, method });
      expectEnvelope(answer);
      const found = answer.status === 200 ? null : answer.text;
      expect.soft([answer.status, found], `${method} ${path}`).toEqual([body === null ? 200 : 404, body]);
    }
  });

  test('an unknown path is a 404 whatever body the request has, and the connection is closed', async () => {
    const { api, key } = shared();
    for (const path of ['/api/v1/nothing', '/api/v1/me', '/nothing', '/api/health']) {
      for (const type of ['application/json', 'application/xml', 'text/plain', '']) {
        const answer = await ask(api.port, path, {
          key,
          method: 'POST',
          body: '{',
          headers: { 'content-type': type },
        });
        expectEnvelope(answer);
        expect([answer.status, answer.text, answer.headers.connection]).toEqual([404, notFound, 'close']);
      }
    }
  });

  test('the key is checked before the path, and the path before the parameters', async () => {
    const { api, key } = shared();
    for (const path of ['/nothing', '/accounts/%ff', '/accounts/unknown', '/events?limit=0', '/me']) {
      expect((await api.get(path)).status).toBe(401);
    }
    expect((await api.get('/nothing?limit=%ff', { key })).status).toBe(404);
  });

  test('parameters are checked before the account, also before an account that is not an id', async () => {
    const { api, key } = shared();
    const backwards = 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z';
    for (const account of ['a', 'unknown', 'a-b', '%ff']) {
      expect((await api.get(`/accounts/${account}/sessions?${backwards}`, { key })).status, account).toBe(
        400,
      );
    }
    expect((await api.get('/accounts/a-b/sessions', { key })).text).toBe(accountNotFound);
  });

  test('an unreadable account gets the same bytes as an account that does not exist (read-api 5 rule 6)', async () => {
    const { api } = shared();
    const stranger = await api.makeKey(2, null, { accounts: ['other'] });
    const answers = [
      await api.get('/accounts/a', { key: stranger }),
      await api.get('/accounts/unknown', { key: stranger }),
      await api.get('/accounts/%ff', { key: stranger }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`404 ${accountNotFound}`]),
    );
    const names = answers.map(({ rawHeaders }) => rawHeaders.filter((_, index) => index % 2 === 0).join());
    expect(new Set(names).size).toBe(1);
  });
});

const faults: readonly (readonly [parameter: string, query: string])[] = [
  ['limit', 'limit=0'],
  ['limit', 'limit=501'],
  ['limit', 'limit=1e2'],
  ['limit', 'limit='],
  ['limit', 'limit'],
  ['limit', 'limit=%EF%BC%91'],
  ['limit', 'limit=1&limit=%ff'],
  ['min_value', 'min_value=-1'],
  ['min_value', 'min_value=99999999999999999'],
  ['min_value', 'min_value=%00'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=NOW'],
  ['cursor', 'cursor=AAAA'],
  ['accounts', 'accounts=a,b%20'],
  ['accounts', `accounts=${'a'.repeat(65)}`],
  ['accounts', `accounts=${Array.from({ length: 101 }, (_, index) => `a${index}`).join()}`],
  ['types', `types=${'x'.repeat(65)}`],
  ['types', `types=${Array.from({ length: 101 }, (_, index) => `t${index}`).join()}`],
];

describe('parameters', () => {
  test('the error names the parameter at fault (read-api 2.1 "error body", 7 400, 8 "lists", 8 "limit")', async () => {
    const { api, key } = shared();
    for (const [name, query] of faults) {
      const answer = await api.get(`/events?${query}`, { key });
      expectEnvelope(answer);
      expect.soft([answer.status, answer.body.error.code], query).toEqual([400, 'invalid_request']);
      const details = [{ path: name, message: expect.any(String) }];
      expect.soft(answer.body.error.details, query).toEqual(details);
      expect(answer.headers).toHaveProperty('x-ratelimit-remaining');
    }
  });

  test('all parameters at fault are named, before accounts are looked up', async () => {
    const { api, key } = shared();
    const answer = await api.get('/events?limit=x&min_value=y&accounts=unknown', { key });
    expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'min_value',
      'limit',
    ]);
  });

  test('the last value of a repeated parameter counts, and unknown and empty parameters are ignored (read-api 2.1 "unknown parameters")', async () => {
    const { api, key } = shared();
    const fine = [
      'limit=1&limit=2',
      'limit=0&limit=2',
      'unknown=%ff',
      '__proto__=1&a[b]=c',
      'types=&accounts=',
      'types=,',
    ];
    for (const query of fine) {
      expect.soft((await api.get(`/events?${query}`, { key })).status, query).toBe(200);
    }
  });

  test('a URL has at most 8 KiB', async () => {
    const { api, key } = shared();
    const ofLength = (length: number) => `/me?${'x'.repeat(length - '/api/v1/me?'.length)}`;
    expect((await api.get(ofLength(8_192), { key })).status).toBe(200);
    const answer = await api.get(ofLength(8_193), { key });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'url']);
  });
});

describe('methods', () => {
  test('HEAD is GET without the body, and counts', async () => {
    const { api, key } = shared();
    for (const path of ['/me', '/events', '/accounts/unknown', '/openapi.json', '/nothing']) {
      const get = await api.get(path, { key });
      const head = await api.get(path, { key, method: 'HEAD' });
      expect([head.status, head.text]).toEqual([get.status, '']);
      const varying = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'connection', 'keep-alive'];
      const constant = (answer: Answer) => ({
        ...answer.headers,
        ...Object.fromEntries(varying.map((name) => [name, 0])),
      });
      expect(constant(head)).toEqual(constant(get));
      if (path === '/openapi.json') continue;
      const left = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);
      expect(left(get) - left(head)).toBe(1);
    }
  });

  test('OPTIONS needs no key and is not counted (read-api 5 rule 8)', async () => {
    const { api } = shared();
    const key = await api.makeKey(3, quill, { rate_limit_per_minute: 6_000 });
    const anywhere = [
      '/api/v1/me',
      '/api/v1/nothing',
      '/api/v1/accounts/%ff',
      '/api/health',
      '/metrics',
      '/nothing',
    ];
    for (let times = 0; times < 10; times += 1) {
      for (const path of anywhere) {
        const answer = await ask(api.port, path, { method: 'OPTIONS' });
        expectEnvelope(answer);
        expect([answer.status, answer.text]).toEqual([204, '']);
        expect(answer.headers).toMatchObject({
          'access-control-allow-methods': 'GET, HEAD, OPTIONS',
          'access-control-allow-headers': 'Authorization, If-None-Match, Content-Type',
          'access-control-max-age': '600',
          vary: 'Access-Control-Request-Headers',
        });
      }
    }
    expect((await api.get('/me', { key })).headers['x-ratelimit-remaining']).toBe('5999');
  });
});

const many = Array.from({ length: 40 }, (_, at) => `x-${at}`);

test.each([
  [
    'headers of tracing and caching',
    'authorization,cache-control,traceparent',
    'authorization, cache-control, traceparent',
  ],
  ['no name', ' , ', 'Authorization, If-None-Match, Content-Type'],
  ['names that are no header names', 'traceparent, a b, x\u00e4, *, <b>', 'traceparent, *'],
  ['a name of 65 characters', `${'x'.repeat(65)}, ${'y'.repeat(64)}`, 'y'.repeat(64)],
  ['40 names', many.join(), many.slice(0, 32).join(', ')],
])('a preflight allows %s', async (_, asked, allowed) => {
  const { api } = shared();
  for (const path of ['/api/v1/snapshot', '/nothing']) {
    const headers = { 'access-control-request-headers': asked };
    const answer = await ask(api.port, path, { method: 'OPTIONS', headers });
    expect(answer.headers['access-control-allow-headers']).toBe(allowed);
  }
});

const unreadable: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ['a line that is no request', 'nonsense\r\n\r\n', 400],
  ['an unknown method', 'SING / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a header over 16 KiB', `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['a URL over 16 KiB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
];

describe('requests that the HTTP parser refuses', () => {
  test('get the error envelope and CORS headers too, and the connection is closed', async () => {
    const { api } = shared();
    for (const [name, bytes, status] of unreadable) {
      const [head = '', body = ''] = (await send(api.port, bytes)).split('\r\n\r\n');
      expect.soft(head.split('\r\n')[0], name).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect.soft(head, name).toContain('access-control-allow-origin: *');
      expect.soft(head, name).toContain(`access-control-expose-headers: ${exposed}`);
      expect.soft(head, name).toContain('cache-control: no-store');
      expect.soft(JSON.parse(body).error.code, name).toBe('invalid_request');
    }
  });

  test('a request with a body of unknown length is answered once', async () => {
    const { api, key } = shared();
    const text = await send(
      api.port,
      `POST /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: xchunked\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

test('a request without a host is answered like any other', async () => {
  const { api } = shared();
  expect(await send(api.port, 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1.1 404 /,
  );
});

test('answers of other services on the same server are not changed', async () => {
  const api = await openTestApi({ alongside: (app) => app.post('/plugin', () => ({ ok: true })) });
  const { status, headers, text } = await ask(api.port, '/plugin', { method: 'POST' });
  expect([status, text]).toEqual([200, '{"ok":true}']);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect((await ask(api.port, '/plugin')).text).toBe(notFound);
});
