import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { pause } from '../../../shared/async/waiting.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';

const deadlineMs = 1_000;

async function sendSlowly(app: FastifyInstance, token: string, body: string): Promise<number | undefined> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const post = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/osrs-data/events',
    headers: { 'x-osrs-token': token, 'content-length': Buffer.byteLength(body) },
  });
  const half = body.length / 2;
  post.write(body.slice(0, half));
  const answered: Promise<IncomingMessage[]> = once(post, 'response');
  await pause(2 * deadlineMs);
  post.end(body.slice(half));
  const [response] = await answered;
  response?.resume();
  return response?.statusCode;
}

test('a slow body costs no time of the append', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const body = JSON.stringify(haFixture('ha-loot'));
  await ingest.report(token, body);
  expect(await sendSlowly(ingest.openIngest({ deadlineMs }), token, body)).toBe(200);
  expect(await ingest.read('hub.feed')).toHaveLength(2);

  const append = () => new Promise<never>(() => {});
  const stuck = ingest.openIngest({ deadlineMs, journal: { ...ingest.journal, append } });
  expect(await sendSlowly(stuck, token, body)).toBe(503);
});
