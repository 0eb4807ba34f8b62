import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { sendAnswer } from './send.ts';

const chunks = [Buffer.from('{"data":['), Buffer.from('"Quillon"'), Buffer.from(']}')];
const length = 20;
const headers = { etag: 'W/"1"', vary: 'Authorization' };
const app = fastify();
app.get('/chunks', (_request, reply) =>
  sendAnswer(
    reply.header('cache-control', 'no-store'),
    { status: 200, headers, body: { chunks, length } },
    () => {},
  ),
);
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/chunks`;
afterAll(() => app.close());

test('chunks are one body with its length, on a connection that goes on', async () => {
  for (let request = 0; request < 3; request += 1) {
    const answer = await fetch(url);
    expect(await answer.text()).toBe('{"data":["Quillon"]}');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...headers,
      'cache-control': 'no-store',
      'content-length': `${length}`,
      'content-type': 'application/json; charset=utf-8',
    });
  }
});

test('HEAD has the same headers and no body', async () => {
  const answer = await fetch(url, { method: 'HEAD' });
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual([`${length}`, '']);
});
