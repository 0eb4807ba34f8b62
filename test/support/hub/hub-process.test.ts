import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './hub-process.ts';

test('a free port is given to one caller only, and the system does not use it for outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test.each(['127.0.0.1', '0.0.0.0'])('a free port has no listener at %s', async (host) => {
  const listening = createServer().listen((await freePort()) + 1, host);
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const address = listening.address();
  expect(await freePort()).not.toBe(typeof address === 'object' && address?.port);
});
