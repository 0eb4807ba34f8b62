import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import { OperatorError } from '../errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { serverOptions } from './server-options.ts';

/** Longer than the longest regular pause between requests of a client, the plugin's minute. */
const keepAliveMs = 75_000;
const connectionsMax = 2_000;
/** How long requests may still take that are being answered when the process stops. */
const drainMs = 4_000;

export interface ServeOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The setting that the port comes from, named in error messages. */
  readonly portSetting: string;
  readonly lifecycle: Lifecycle;
  /** Added to the Fastify options that every server of the hub has. */
  readonly fastifyOptions?: FastifyServerOptions;
  /** Registers the routes. */
  readonly register: (app: FastifyInstance) => Promise<void> | void;
}

/** Serves on a port until the lifecycle closes. @throws OperatorError when the port cannot be used */
export async function serve(
  options: ServeOptions,
): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app = fastify({
    ...serverOptions,
    ...options.fastifyOptions,
    keepAliveTimeout: keepAliveMs,
    maxRequestsPerSocket: 10_000,
    // Idle connections are closed at once when the server stops.
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = connectionsMax;
  options.lifecycle.onClose(() => drain(app));
  await options.register(app);
  await listen(app, options);
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function listen(app: FastifyInstance, { port, portSetting }: ServeOptions): Promise<void> {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        'port_taken',
        `port ${port} is used by another program; set ${portSetting} to a free one`,
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(
        'port_forbidden',
        `port ${port} needs more rights; set ${portSetting} to one above 1023`,
      );
    }
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    // The machine has no IPv6.
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
