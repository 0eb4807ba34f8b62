import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { sendAnswer } from './send.ts';

const chunks = [Buffer.from('{"data":['), Buffer.from('"Quillon"'), Buffer.from(']}')];
const byteLength = 20;
const headers = { etag: 'W/"1"', vary: 'Authorization' };
const app = fastify();
app.get('/chunks', (_request, reply) =>
  sendAnswer(
    reply.header('cache-control', 'no-store'),
    { status: 200, headers, body: { chunks, byteLength } },
    () => {},
  ),
);
const long = { data: Array.from({ length: 500 }, (_, id) => ({ id, name: 'Quillon Fen' })) };
const bodies = {
  short: () => ({ json: { data: [] } }),
  long: () => ({ json: long }),
  bytes: () => ({ bytes: Buffer.from(JSON.stringify(long)) }),
  stream: () => ({ stream: Readable.from([JSON.stringify(long)]) }),
};
for (const [name, body] of Object.entries(bodies)) {
  app.get(`/${name}`, (_request, reply) => sendAnswer(reply, { status: 200, body: body() }, () => {}));
}
app.get('/unchanged', (_request, reply) => sendAnswer(reply, { status: 304, headers, body: null }, () => {}));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const url = `${origin}/chunks`;
afterAll(() => app.close());

test('chunks are sent as one body with its length, and the connection stays open', async () => {
  for (let request = 0; request < 3; request += 1) {
    const answer = await fetch(url);
    expect(await answer.text()).toBe('{"data":["Quillon"]}');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...headers,
      'cache-control': 'no-store',
      'content-length': `${byteLength}`,
      'content-type': 'application/json; charset=utf-8',
    });
  }
});

test('HEAD has the same headers and no body', async () => {
  const answer = await fetch(url, { method: 'HEAD' });
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual([`${byteLength}`, '']);
});

test.each(['GET', 'HEAD'])(
  'a 304 to %s has no content-length, only the headers of the answer',
  async (method) => {
    const answer = await fetch(`${origin}/unchanged`, { method });
    expect([answer.status, answer.headers.has('content-length')]).toEqual([304, false]);
    expect(answer.headers.has('transfer-encoding')).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  },
);

/** Not `fetch`, which would unpack the body. */
async function askFor(path: string, accepted: string, method = 'GET') {
  const [answer] = await once(
    get(`${origin}/${path}`, { method, headers: { 'accept-encoding': accepted } }),
    'response',
  );
  return { headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) };
}

test.each(['long', 'bytes', 'stream'])(
  'a long body (%s) is compressed only for clients that accept gzip',
  async (path) => {
    const packed = await askFor(path, 'gzip');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(long);
    const plain = await askFor(path, 'br, identity');
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(plain.bytes.toString())).toEqual(long);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
    for (const accepted of ['gzip', 'br']) {
      const { headers, bytes } = await askFor(path, accepted, 'HEAD');
      expect([headers['content-encoding'], bytes.length]).toEqual([
        accepted === 'gzip' ? 'gzip' : undefined,
        0,
      ]);
    }
  },
);

test('a short body is not compressed', async () => {
  const { headers, bytes } = await askFor('short', 'gzip');
  expect([headers['content-encoding'], headers.vary, bytes.toString()]).toEqual([
    undefined,
    undefined,
    '{"data":[]}',
  ]);
});
