import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import type { Lifecycle } from '../../async/lifecycle.ts';
import { OperatorError } from '../../errors/errors.ts';
import { publicPathOf, withoutPublicPath } from '../../http/public-path.ts';
import { createDrain } from './create-drain.ts';
import { limitConnections } from './limit-connections.ts';
import { serverOptions } from './server-options.ts';

/** Longer than the minute between two reports of a plugin. */
const keepAliveMs = 75_000;
const connectionsMax = 2_000;

/** `HOST`, `PUBLIC_URL`, and the settings for the connections of an address. */
export interface ListenSettings {
  readonly PUBLIC_URL?: string | undefined;
  readonly HOST?: string | undefined;
  readonly TRUST_PROXY_HOPS?: number;
  readonly CONNECTIONS_PER_ADDRESS?: number;
}

type RewriteUrl = (request: { readonly url?: string | undefined }) => string;

export interface ServeOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The setting that the port comes from, named in error messages. */
  readonly portSetting: string;
  readonly settings: ListenSettings;
  readonly lifecycle: Lifecycle;
  /** Added to the common Fastify options. */
  readonly fastifyOptions?: FastifyServerOptions & { readonly rewriteUrl?: RewriteUrl };
  /** Registers the routes. The lifecycle closes the parts of `register` after the last request. */
  readonly register: (app: FastifyInstance) => Promise<void> | void;
}

/**
 * Serves on a port until the lifecycle closes.
 * @throws OperatorError when the port cannot be used
 */
export async function serve(
  options: ServeOptions,
): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const path = publicPathOf(options.settings.PUBLIC_URL);
  const rewriteUrl: RewriteUrl = options.fastifyOptions?.rewriteUrl ?? (({ url = '/' }) => url);
  const app = fastify({
    ...serverOptions,
    ...options.fastifyOptions,
    rewriteUrl: ({ url = '/' }) => rewriteUrl({ url: withoutPublicPath(url, path) }),
    keepAliveTimeout: keepAliveMs,
    maxRequestsPerSocket: 10_000,
    // Idle connections are closed at once when the server stops.
    forceCloseConnections: 'idle',
  });
  const { TRUST_PROXY_HOPS: hops = 0, CONNECTIONS_PER_ADDRESS: perAddress = null } = options.settings;
  limitConnections(app.server, { connectionsMax, perAddressMax: hops === 0 ? perAddress : null });
  const drain = createDrain(app);
  try {
    await options.register(app);
  } finally {
    // Registered last, so closed first: running requests use the parts that `register` opened.
    options.lifecycle.onClose(drain);
  }
  await listen(app, options);
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function listen(app: FastifyInstance, { port, portSetting, settings }: ServeOptions): Promise<void> {
  const { HOST } = settings;
  try {
    await app.listen({ port, host: HOST ?? '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        'port_taken',
        `port ${port} is used by another program; set ${portSetting} to a free port`,
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(
        'port_forbidden',
        `port ${port} needs more rights; set ${portSetting} to a port above 1023`,
      );
    }
    if (HOST !== undefined) {
      throw new OperatorError('no_such_host', `HOST '${HOST}' is not an address of this machine`, {
        cause: error,
      });
    }
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    // The machine has no IPv6.
    await app.listen({ port, host: '0.0.0.0' });
  }
}
