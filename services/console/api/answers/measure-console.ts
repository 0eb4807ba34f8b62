import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type AnswerStatus, measureAnswers } from '../../../../shared/process/http/measure-answers.ts';

/**
 * Times and counts the answers of the console by method, route and class of status. A route is its template, as
 * `/console/api/me/keys/:id`, so that no label holds what stood in an address; `unknown` is any other path.
 */
export function measureConsole(scope: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'hub_console_answer_seconds',
    help: 'Time to answer a request of the console, for a command until it is in effect',
    labelNames: ['method', 'route', 'status_class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  measureAnswers(scope, ({ method, routeOptions: { url, config } }, status, took) => {
    // Of an unknown path anybody chooses the method, too.
    const place =
      config.consoleAccess === undefined || url === undefined
        ? { method: 'unknown', route: 'unknown' }
        : { method, route: url };
    seconds.observe({ ...place, status_class: classOf(status) }, took);
  });
}

function classOf(status: AnswerStatus): string {
  return status === 'cut_off' ? status : `${Math.floor(status / 100)}xx`;
}
