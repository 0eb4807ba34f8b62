import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type ConnectionLimits, limitConnections } from './limit-connections.ts';

const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Answers `/` at once, and never answers other paths. */
async function openServer(limits: ConnectionLimits, host = '127.0.0.1') {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/') response.end('yes');
  });
  limitConnections(server, limits);
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;

  async function ask(path = '/'): Promise<Socket> {
    const socket = connect(port, host);
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    // Waits for the request when the server does not answer.
    const taken = path === '/' ? null : once(server, 'request');
    await askAgain(socket, path);
    await taken;
    return socket;
  }

  return { ask };
}

async function askAgain(socket: Socket, path = '/'): Promise<void> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: hub\r\n\r\n`);
  if (path === '/') await Promise.race([once(socket, 'data'), once(socket, 'close')]);
}

function closed(sockets: readonly Socket[]): boolean[] {
  return sockets.map((socket) => socket.closed || socket.readableEnded);
}

it('closes the longest idle connection for a new connection, and no connection with a running request', async () => {
  const { ask } = await openServer({ connectionsMax: 4, perAddressMax: null });
  const waiting = await ask('/waits');
  const [first, second, third] = [await ask(), await ask(), await ask()];
  await askAgain(first);
  const more = await ask();
  await vi.waitUntil(() => closed([second])[0], { timeout: 3_000 });
  expect(closed([waiting, first, third, more])).toEqual([false, false, false, false]);
  const another = await ask();
  await vi.waitUntil(() => closed([third])[0], { timeout: 3_000 });
  expect(closed([waiting, first, more, another])).toEqual([false, false, false, false]);
});

it('closes the new connection when all others have a running request', async () => {
  const { ask } = await openServer({ connectionsMax: 2, perAddressMax: null });
  const waiting = [await ask('/waits'), await ask('/waits')];
  const late = await ask();
  await vi.waitUntil(() => closed([late])[0], { timeout: 3_000 });
  expect(closed(waiting)).toEqual([false, false]);
});

it.skipIf(ownAddress === undefined)(
  'limits the connections of an address, but not connections over loopback',
  async () => {
    const limits = { connectionsMax: 100, perAddressMax: 3 };
    const outside = await openServer(limits, ownAddress);
    const sockets: Socket[] = [];
    for (let number = 0; number < 5; number += 1) sockets.push(await outside.ask());
    await vi.waitUntil(() => closed(sockets)[1], { timeout: 3_000 });
    expect(closed(sockets)).toEqual([true, true, false, false, false]);

    const inside = await openServer(limits);
    const local: Socket[] = [];
    for (let number = 0; number < 5; number += 1) local.push(await inside.ask());
    expect(closed(local)).toEqual([false, false, false, false, false]);
  },
);
