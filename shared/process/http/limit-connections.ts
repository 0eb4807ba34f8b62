import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../../http/client-address.ts';

export interface ConnectionLimits {
  /** The most connections of all clients together. */
  readonly connectionsMax: number;
  /**
   * The most connections of one address, except this machine; null behind a proxy, which has its
   * own limit.
   */
  readonly perAddressMax: number | null;
}

/**
 * Keeps a server reachable when clients hold many connections. At a limit, a new connection closes
 * the connection that was idle for longest. The new connection is closed only when all
 * others have a running request.
 */
export function limitConnections(server: Server, { connectionsMax, perAddressMax }: ConnectionLimits): void {
  const open = new Map<Socket, string>();
  const byAddress = new Map<string, number>();
  /** Longest idle first: a connection goes to the end whenever it becomes idle. */
  const idle = new Set<Socket>();
  /** The number of running requests on each connection. */
  const busy = new Map<Socket, number>();

  function close(socket: Socket): void {
    socket.destroy();
    forget(socket);
  }

  function forget(socket: Socket): void {
    const address = open.get(socket);
    if (address === undefined) return;
    open.delete(socket);
    idle.delete(socket);
    busy.delete(socket);
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  }

  server.on('connection', (socket: Socket) => {
    const address = isLoopback(socket) ? 'loopback' : clientAddress({ headers: {}, socket }, 0);
    open.set(socket, address);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
    const limited = perAddressMax !== null && address !== 'loopback';
    if (limited && (byAddress.get(address) ?? 0) > perAddressMax) {
      close(idle.values().find((other) => open.get(other) === address) ?? socket);
    } else if (open.size > connectionsMax) {
      const [longestIdle = socket] = idle;
      close(longestIdle);
    }
    if (open.has(socket)) idle.add(socket);
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!open.has(socket)) return;
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (!open.has(socket)) return;
      const left = (busy.get(socket) ?? 1) - 1;
      busy.set(socket, left);
      if (left === 0) idle.add(socket);
    });
  });
}

function isLoopback({ remoteAddress = '' }: Socket): boolean {
  return remoteAddress === '::1' || remoteAddress.replace(/^::ffff:/i, '').startsWith('127.');
}
