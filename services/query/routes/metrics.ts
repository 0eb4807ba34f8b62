import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { pathNotFound, unauthorized } from '../errors.ts';

/** `GET /metrics` of the query process: not there until a token is set, and never open to an API key. */
export function metricsHandler(metrics: Registry, token: string | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (token === null) throw pathNotFound;
    if (!presents(request.headers.authorization, token)) throw unauthorized;
    return reply.header('Content-Type', metrics.contentType).send(await metrics.metrics());
  };
}

function presents(authorization = '', token: string): boolean {
  const presented = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(sha256(presented), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
