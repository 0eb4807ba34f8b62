import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { overTcp } from './over-tcp.ts';

/**
 * Begins shut. While frozen, passes nothing on and ends nothing. `reset` ends only connections to
 * clients, and the database keeps its side.
 */
export async function openProxy(target: URL) {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const forsaken = new Set<Socket>();
  let isOpen = false;
  let isFrozen = false;
  let frozenBy: string | null = null;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (!isOpen) return socket.destroy();
    clients.add(socket);
    const onward = connect(Number(target.port), target.hostname);
    const passesOn = () => !isFrozen && !forsaken.has(socket);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (frozenBy !== null && bytes.includes(frozenBy)) isFrozen = true;
        if (passesOn()) to.write(bytes);
      });
      from.on('end', () => {
        if (passesOn()) to.end();
      });
      from.on('error', () => to.destroy());
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = overTcp(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    open: () => {
      isOpen = true;
      isFrozen = false;
      frozenBy = null;
    },
    freeze: () => {
      isFrozen = true;
    },
    /** Freezes when a message contains this text. */
    freezeAt: (text: string) => {
      frozenBy = text;
    },
    freezeExistingConnections: () => {
      for (const socket of clients) forsaken.add(socket);
    },
    reset: () => {
      for (const socket of clients) socket.resetAndDestroy();
      clients.clear();
    },
    shut: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      clients.clear();
    },
  };
}
