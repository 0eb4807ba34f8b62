import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const connections = 2_100;
const settleMs = 1_000;

/** Connections of one address that the hub left open, of those that were tried (decisions.md, `CONNECTIONS_PER_ADDRESS`). */
export interface HeldConnections {
  readonly tried: number;
  readonly open: number;
  close(): void;
}

/**
 * Opens connections to the hub from this machine's own address, sends one request on each, and keeps them. The hub counts none
 * from loopback, where a proxy would be.
 *
 * @throws where the machine has no other address
 */
export async function holdConnections(port: number): Promise<HeldConnections> {
  const address = outsideAddress();
  const open = new Set<Socket>();
  for (let tried = 0; tried < connections; tried += 1) {
    const socket = connect({ port, host: address, localAddress: address });
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => open.delete(socket));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    socket.write(`GET /api/health HTTP/1.1\r\nhost: ${address}\r\n\r\n`);
    socket.resume();
  }
  await pause(settleMs);
  return {
    tried: connections,
    open: open.size,
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function outsideAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (outside === undefined) throw new Error('this machine has no address but loopback to attack from');
  return outside.address;
}
