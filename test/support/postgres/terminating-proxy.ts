import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { overTcp } from '../../../shared/postgres/testing/over-tcp.ts';

/**
 * How a session ends.
 * - `together`: the error comes in one packet with the message before it, as when the server ends
 *   during its greeting.
 * - `apart`: the error comes in the next packet.
 * - `cut`: no error comes.
 */
export const endings = ['together', 'apart', 'cut'] as const;
export type Ending = (typeof endings)[number];

export interface TerminatingProxy {
  readonly url: string;
  /** False when the session got fewer messages than `after`. */
  terminated(): boolean;
  close(): void;
}

/** Ends the first session after `after` messages of the server; later sessions stay whole. */
export async function openTerminatingProxy(
  target: URL,
  after: number,
  ending: Ending,
): Promise<TerminatingProxy> {
  const sockets = new Set<Socket>();
  let sessions = 0;
  let terminated = false;

  const server = createServer((client) => {
    sessions += 1;
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    client.on('data', (bytes) => onward.write(bytes));
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.end());
    if (sessions > 1) onward.on('data', (bytes) => client.write(bytes));
    else passMessages(client, onward);
  });

  function passMessages(client: Socket, onward: Socket): void {
    let left = after;
    let unread: Buffer = Buffer.alloc(0);
    onward.on('data', (bytes) => {
      if (terminated) return;
      unread = Buffer.concat([unread, bytes]);
      let whole = 0;
      for (; left > 0 && whole + 5 <= unread.length; left -= 1) {
        const end = whole + 1 + unread.readUInt32BE(whole + 1);
        if (end > unread.length) break;
        whole = end;
      }
      const passed = unread.subarray(0, whole);
      unread = unread.subarray(whole);
      if (left > 0) client.write(passed);
      else terminate(client, onward, passed);
    });
  }

  function terminate(client: Socket, onward: Socket, last: Buffer): void {
    terminated = true;
    onward.destroy();
    if (ending === 'cut') client.end(last);
    else if (ending === 'together') client.end(Buffer.concat([last, terminationMessage]));
    else {
      client.write(last);
      setImmediate(() => client.end(terminationMessage));
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = overTcp(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    terminated: () => terminated,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const terminationMessage = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([name, text]) => `${name}${text}\0`)
      .join('')}\0`,
  );
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
