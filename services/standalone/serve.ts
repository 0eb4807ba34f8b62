import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { OperatorError } from '../../shared/errors.ts';
import type { Lifecycle } from '../../shared/lifecycle.ts';
import { queryServerOptions } from '../query/server-options.ts';

/** Above the longest regular pause of a client: the plugin's minute. */
const keepAliveMs = 75_000;
const connectionsMax = 2_000;
/** Requests that are being answered when the hub stops get this long. */
const drainMs = 4_000;

/** A server for plugins and clients on one origin. `register` adds what it answers. */
export async function serve(
  port: number,
  lifecycle: Lifecycle,
  register: (app: FastifyInstance) => Promise<void>,
): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app = fastify({
    ...queryServerOptions(),
    keepAliveTimeout: keepAliveMs,
    maxRequestsPerSocket: 10_000,
    // Idle connections are closed at once when it stops.
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = connectionsMax;
  lifecycle.onClose(() => drain(app));
  await register(app);
  await listen(app, port);
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        'port_taken',
        `port ${port} is used by another program; set PORT to a free one`,
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError('port_forbidden', `port ${port} needs more rights; set PORT to one above 1023`);
    }
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    // A machine without IPv6.
    await app.listen({ port, host: '0.0.0.0' });
  }
}

async function drain(app: FastifyInstance): Promise<void> {
  const force = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
  }
}
