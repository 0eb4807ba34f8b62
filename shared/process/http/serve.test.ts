import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createLifecycle } from '../../async/lifecycle.ts';
import { serve } from './serve.ts';

/** Connections over loopback are not limited. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const listening = { port: 0, portSetting: 'PORT', settings: { HOST: '127.0.0.1' } };

test('a request that runs at the stop can still use the parts that the registration opened', async () => {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let isOpen = true;
  const { port } = await serve({
    ...listening,
    lifecycle,
    register: (app) => {
      lifecycle.onClose(() => {
        isOpen = false;
      });
      app.get('/', async () => {
        asked.resolve();
        await goOn.promise;
        return { isOpen };
      });
    },
  });
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.json());
  await asked.promise;
  const closed = lifecycle.close();
  goOn.resolve();
  expect(await answer).toEqual({ isOpen: true });
  await closed;
  expect(isOpen).toBe(false);
});

test.skipIf(ownAddress === undefined).each([
  { hops: 0, closes: [true, false, false], what: 'closes the longest idle connection' },
  { hops: 1, closes: [false, false, false], what: 'leaves the limit to the proxy' },
])('an address with more connections than CONNECTIONS_PER_ADDRESS: $what', async ({ hops, closes }) => {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const { port } = await serve({
    ...listening,
    settings: { HOST: ownAddress, TRUST_PROXY_HOPS: hops, CONNECTIONS_PER_ADDRESS: 2 },
    lifecycle,
    register: (app) => void app.get('/', () => 'yes'),
  });
  const sockets: Socket[] = [];
  for (let number = 0; number < 3; number += 1) sockets.push(await askKept(port));
  const closed = () => sockets.map((socket) => socket.closed || socket.readableEnded);
  await expect.poll(closed).toEqual(closes);
});

async function askKept(port: number): Promise<Socket> {
  const socket = connect(port, ownAddress);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nhost: hub\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

test('a failed registration leaves nothing open, and the server closes before the parts that it opened', async () => {
  const lifecycle = createLifecycle();
  const closed: string[] = [];
  const serving = serve({
    ...listening,
    lifecycle,
    register: (app) => {
      app.addHook('onClose', async () => void closed.push('server'));
      lifecycle.onClose(() => void closed.push('opened'));
      throw new Error('a table is missing');
    },
  });
  await expect(serving).rejects.toThrow('a table is missing');
  await lifecycle.close();
  expect(closed).toEqual(['server', 'opened']);
});
