import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { given, quill } from '../../projections/access/testing/membership.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { onceAFile } from '../../test/support/at-end.ts';
import { queryServerOptions } from './http/server-options.ts';
import { ask, send } from './testing/ask.ts';
import { openTestApi, type TestApiOptions } from './testing/open-test-api.ts';

async function openApi(options: TestApiOptions = {}) {
  const api = await openTestApi(options);
  await api.appendMembership(given.member(quill, 'Quill'));
  const key = await api.makeKey(1, quill, { rate_limit_per_minute: 6_000 });
  const get = (path: string, headers: readonly string[] = []) =>
    [`GET /api/v1${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, ...headers, '', ''].join(
      '\r\n',
    );
  return { api, key, get };
}

const usual = onceAFile(() => openApi());

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const close = ['Connection: close'];

describe('requests with a body, which no endpoint reads (read-api 7 400)', () => {
  const hidden = 'GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const length = `Content-Length: ${hidden.length}`;

  test('the body of a GET is never read as another request, and the next request is answered', async () => {
    const { api, get } = usual();
    const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    for (const bytes of [
      get('/me', [length]) + hidden,
      get('/me', ['Transfer-Encoding: chunked']) + chunked,
      get('/me', ['Content-Type: application/json', length]) + hidden,
    ]) {
      expect(statuses(await send(api.port, bytes + get('/me', close)))).toEqual([200, 200]);
    }
  });

  test('an error closes the connection when the request had a body', async () => {
    const { api, get } = usual();
    for (const path of ['/nothing', '/accounts/unknown', '/events?limit=0']) {
      const text = await send(api.port, get(path, [length]) + hidden + get('/me', close));
      expect(statuses(text), path).toEqual([path.includes('?') ? 400 : 404]);
      expect(text).toMatch(/connection: close/i);
    }
  });

  test('requests sent one after another on a connection are answered in order', async () => {
    const { api, get } = usual();
    const text = await send(api.port, get('/me') + get('/nothing') + get('/me', close));
    expect(statuses(text)).toEqual([200, 404, 200]);
  });
});

const encodings: readonly (readonly string[])[] = [
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding: identity'],
  ['Transfer-Encoding: chunked, identity'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Transfer-Encoding: chunked', 'Content-Length: 5'],
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['Content-Length: 0', 'Content-Length: 5'],
  ['Content-Length: +5'],
  ['Content-Length: 0x5'],
  ['Content-Length: 5, 5'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding:\tchunked\x0b'],
  ['X: a', ' folded: b'],
  ['X: a\0b'],
];

test('a message of doubtful length is answered once, and the connection is closed (read-api 7 400)', async () => {
  const { api, get } = usual();
  for (const headers of encodings) {
    const text = await send(api.port, `${get('/me', headers)}5\r\nhello\r\n0\r\n\r\n${get('/nothing')}`);
    expect.soft(statuses(text), headers.join(' | ')).toEqual([400]);
    expect.soft(text, headers.join(' | ')).toContain('"code":"invalid_request"');
  }
});

test('a query with bytes that are not percent-encoded gets a 400 that says so (read-api 7 400)', async () => {
  const { api, get } = usual();
  const text = await send(api.port, get('/accounts?names=é'));
  expect(statuses(text)).toEqual([400]);
  expect(text).toContain('percent-encode what is not ASCII in its URL');
});

test('an Expect or Upgrade header changes no answer (read-api 7 400)', async () => {
  const { api, get } = usual();
  for (const header of [
    'Expect: 100-continue',
    'Expect: nonsense',
    'Connection: upgrade\r\nUpgrade: websocket',
  ]) {
    const text = await send(api.port, get('/me', [header, ...close]));
    expect(
      statuses(text).filter((status) => status !== 100),
      header,
    ).toEqual([200]);
  }
  const withoutKey = 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n';
  expect(statuses(await send(api.port, withoutKey))).toEqual([401]);
  expect(statuses(await send(api.port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))).toEqual([400]);
  expect(statuses(await send(api.port, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'))).toEqual([]);
});

test('one long header or many short headers are refused above 16 KiB (read-api 7 400)', async () => {
  const { api, get } = usual();
  const many = Array.from({ length: 3_000 }, (_, index) => `X${index}: y`);
  for (const headers of [many, [`Cookie: ${'c'.repeat(20_000)}`]]) {
    const text = await send(api.port, get('/me', headers));
    expect(statuses(text)).toEqual([431]);
    expect(text).toMatch(/^access-control-allow-origin: \*/im);
  }
});

describe('clients that stop half-way (read-api 7 400)', () => {
  test('a client that does not end its request gets a 408 and is disconnected', async () => {
    const { api, get } = await openApi({ patienceMs: 300 });
    expect(statuses(await send(api.port, 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX: '))).toEqual([408]);
    // The answer does not wait for the body, which then never comes.
    expect(statuses(await send(api.port, get('/me', ['Content-Length: 5'])))).toEqual([200, 408]);
    const post = 'POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab';
    expect(statuses(await send(api.port, post))).toEqual([401]);
  });

  test('a client that does not read its answer is disconnected', async () => {
    const { api } = await openApi({
      patienceMs: 300,
      alongside: (app) => app.get('/large', () => Buffer.alloc(64 * 2 ** 20)),
    });
    const socket = connect(api.port, '127.0.0.1');
    const served = once(api.app.server, 'connection');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const [atServer] = await served;
    await once(atServer, 'close');
    expect(socket.bytesRead).toBeLessThan(64 * 2 ** 20);
    socket.destroy();
  });

  test('a client that hangs up is not logged as an error, and other clients are still served', async () => {
    const lines: string[] = [];
    const logger = createLogger({ name: 'test', level: 'warn' }, { write: (line) => void lines.push(line) });
    const { api, key, get } = await openApi({ logger });
    for (let times = 0; times < 30; times += 1) {
      const socket = connect(api.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(times % 3 === 0 ? 'GET /api/v1/me HTTP/1.1\r\nHo' : get('/events'));
      if (times % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    expect((await ask(api.port, '/api/v1/me', { key })).status).toBe(200);
    expect((await ask(api.port, '/api/v1/events', { key })).status).toBe(200);
    expect(lines).toEqual([]);
  });

  test('the hub waits 10 s for headers, 60 s for a request and 90 s for a client to read', () => {
    const { http, requestTimeout, connectionTimeout } = queryServerOptions();
    expect([http.headersTimeout, requestTimeout, connectionTimeout]).toEqual([10_000, 60_000, 90_000]);
  });
});
