import type { FastifyInstance } from 'fastify';

/**
 * Answers a request whatever it says that it expects: Node would answer 417 itself, without an envelope, and a server may
 * as well pass over it.
 */
export function passExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
