import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { metricsAccess } from '../../../shared/process/metrics-access.ts';
import { pathNotFound, unauthorized } from '../errors.ts';

/** `GET /metrics` of the query process: not there until a token is set, and never open to an API key. */
export function metricsHandler(metrics: Registry, token: string | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const access = metricsAccess(token, request.headers.authorization);
    if (access === 'absent') throw pathNotFound;
    if (access === 'refused') throw unauthorized;
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  };
}
