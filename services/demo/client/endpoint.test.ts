import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openEndpoint } from './endpoint.ts';

test('another program at the address counts as no hub', async () => {
  const server = createServer((_, response) => response.end('hello'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = openEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => endpoint.close());
  expect(await endpoint.pair('12345')).toBe('unreachable');
});
