import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/**
 * Times and counts the answers of the read API by status. `cut_off` is a streamed answer that failed midway or whose
 * client went away.
 */
export function measureRequests(scope: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'hub_api_answer_seconds',
    help: 'Time to answer a request of the read API',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  function observe(request: FastifyRequest, reply: FastifyReply, status: number | 'cut_off'): void {
    const operation = request.routeOptions.config?.operationId ?? 'unknown';
    seconds.observe({ operation, status }, reply.elapsedTime / 1_000);
  }

  scope.addHook('onResponse', (request, reply, done) => {
    observe(request, reply, reply.statusCode);
    done();
  });
  // Fastify calls no onResponse hook for an answer that was not sent to its end.
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) observe(request, reply, 'cut_off');
      });
    }
    done();
  });
}
