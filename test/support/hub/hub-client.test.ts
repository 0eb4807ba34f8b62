import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHubClient } from './hub-client.ts';

const error = (code: string) => ({ error: { code, message: 'try again later' } });
const paths = {};

test('a wait continues while the hub answers 503 and 429', async () => {
  const client = await clientOf([503, 429, 200]);
  const { status } = await client.getUntil('/accounts', {
    seen: ({ body }) => body.data.length === 1,
    withinMs: 5_000,
  });
  expect(status).toBe(200);
});

test('a wait may wait for a 503', async () => {
  const client = await clientOf([200, 503]);
  const seen = ({ status }: { readonly status: number }) => status === 503;
  expect((await client.getUntil('/accounts', { seen, withinMs: 5_000 })).status).toBe(503);
});

test('a wait that meets another error names the status and the body', async () => {
  const client = await clientOf([401]);
  const waited = client.getUntil('/accounts', {
    seen: ({ body }) => body.data.length === 1,
    withinMs: 5_000,
  });
  await expect(waited).rejects.toThrow(/^GET \/accounts was answered 401 \{"error".*\}$/);
});

/** A client of a server that gives these answers one after another, and the last answer again. */
async function clientOf(statuses: readonly number[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    const isDocument = request.url?.endsWith('/openapi.json') === true;
    const status = isDocument ? 200 : (statuses[Math.min(asked, statuses.length - 1)] ?? 200);
    if (!isDocument) asked += 1;
    const body = isDocument ? { paths } : status === 200 ? { data: [{}] } : error('unavailable');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return createHubClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
