import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import { healthHandler } from './health.ts';
import { ignoreExpectHeader } from './ignore-expect-header.ts';
import { metricsAccess } from './metrics-access.ts';

export interface HealthAndMetricsOptions {
  /** Queries the database of the process. The process is healthy when the query succeeds. */
  readonly ask: () => Promise<unknown>;
  readonly metrics: Registry;
  readonly metricsToken: string | undefined;
}

const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Registers `/api/health`, `/metrics` and a 404 for unknown paths on the server of a process. */
export function registerHealthAndMetrics(app: FastifyInstance, deps: HealthAndMetricsOptions): void {
  const { ask, metrics, metricsToken = null } = deps;
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found', 'Not found.'));
  ignoreExpectHeader(app);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(commonHeaders);
    });
    scope.get('/api/health', healthHandler(ask));
    scope.get('/metrics', async (request, reply) => {
      const access = metricsAccess(metricsToken, request.headers.authorization);
      if (access === 'absent') return refuse(reply, 404, 'not_found', 'Not found.');
      if (access === 'refused') return refuse(reply, 401, 'unauthorized', 'The metrics token is required.');
      return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
    });
  });
}

function refuse(reply: FastifyReply, status: 401 | 404, code: string, message: string): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).headers(commonHeaders).send({ error: { code, message } });
}
