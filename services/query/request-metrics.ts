import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Counts and times what the read API answers, by operation and status. */
export function measureRequests(scope: FastifyInstance, registry: Registry): void {
  const answers = new Counter({
    name: 'hub_api_answers_total',
    help: 'Answers of the read API',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'hub_api_answer_seconds',
    help: 'Time to answer a request of the read API',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  scope.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operationId ?? 'unknown';
    answers.inc({ operation, status: reply.statusCode });
    seconds.observe({ operation }, reply.elapsedTime / 1_000);
    done();
  });
}
