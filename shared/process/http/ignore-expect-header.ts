import type { FastifyInstance } from 'fastify';

/**
 * Ignores the `Expect` header of requests, as HTTP allows. Node itself would answer 417 to an
 * unknown value, without the hub's error envelope.
 */
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
