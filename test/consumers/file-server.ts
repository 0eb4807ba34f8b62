import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { atEnd } from '../support/at-end.ts';

const mediaTypes: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** @returns the origin of the server */
export function startFileServer(folder: string): Promise<string> {
  return startServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://files');
    const body = await readFile(join(folder, pathname)).catch(() => null);
    const type = mediaTypes[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    response.writeHead(body === null ? 404 : 200, { 'content-type': type }).end(body);
  });
}

/** The server ends with the test. @returns its origin */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
