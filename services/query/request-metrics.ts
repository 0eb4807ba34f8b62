import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Times what the read API answers, and by that counts it: a 304 apart from an answer with a body. */
export function measureRequests(scope: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'hub_api_answer_seconds',
    help: 'Time to answer a request of the read API',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  scope.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operationId ?? 'unknown';
    seconds.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
}
