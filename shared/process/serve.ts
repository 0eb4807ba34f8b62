import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import { OperatorError } from '../errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { serverOptions } from './server-options.ts';

/** Above the longest regular pause of a client: the plugin's minute. */
const keepAliveMs = 75_000;
const connectionsMax = 2_000;
/** Requests that are being answered when the process stops get this long. */
const drainMs = 4_000;

export interface ServeOptions {
  /** 0: any free one. */
  readonly port: number;
  /** The setting that the port is from, for whoever must change it. */
  readonly portSetting: string;
  readonly lifecycle: Lifecycle;
  /** Of Fastify, on top of those of every server of the hub. */
  readonly fastifyOptions?: FastifyServerOptions;
  /** Adds what the server answers. */
  readonly register: (app: FastifyInstance) => Promise<void> | void;
}

/** Serves on a port until the lifecycle closes. @throws OperatorError when the port cannot be had */
export async function serve(
  options: ServeOptions,
): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app = fastify({
    ...serverOptions,
    ...options.fastifyOptions,
    keepAliveTimeout: keepAliveMs,
    maxRequestsPerSocket: 10_000,
    // Idle connections are closed at once when it stops.
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
