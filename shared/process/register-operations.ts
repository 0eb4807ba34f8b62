import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import { healthHandler } from './health.ts';
import { metricsAccess } from './metrics-access.ts';

export interface OperationsDeps {
  /** Asks what the process stands on. */
  readonly ask: () => Promise<unknown>;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
}

/** What a process answers besides its own work: `/api/health`, `/metrics`, and that there is nothing else. */
export function registerOperations(
  app: FastifyInstance,
  { ask, metrics, metricsToken }: OperationsDeps,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.setNotFoundHandler((_request, reply) => notFound(reply));
  app.get('/api/health', healthHandler(ask));
  app.get('/metrics', async (request, reply) => {
    const access = metricsAccess(metricsToken, request.headers.authorization);
    if (access === 'absent') return notFound(reply);
    if (access === 'refused') return unauthorized(reply);
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: { code: 'not_found', message: 'Not found.' } });
}

function unauthorized(reply: FastifyReply): FastifyReply {
  const error = { code: 'unauthorized', message: 'The metrics token is required.' };
  return reply.code(401).header('www-authenticate', 'Bearer').send({ error });
}
