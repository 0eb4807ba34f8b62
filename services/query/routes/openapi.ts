import type { FastifyReply, FastifyRequest } from 'fastify';
import { json } from '../response-headers.ts';

/** `GET /openapi.json`: public, and the same until the next release. */
export function openapiHandler(document: object) {
  const body = Buffer.from(JSON.stringify(document));
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.header('content-type', json).header('cache-control', 'public, max-age=300').send(body);
}
