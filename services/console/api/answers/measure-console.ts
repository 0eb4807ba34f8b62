import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type AnswerStatus, measureAnswers } from '../../../../shared/process/http/measure-answers.ts';

/** A route is its template, like `/console/api/me/keys/:id`, so that labels hold no ids. */
export function measureConsole(scope: FastifyInstance, registry: Registry): void {
  const seconds = createConsoleAnswerSeconds(registry);
  measureAnswers(scope, ({ method, routeOptions: { url, config } }, status, took) => {
    // The caller chooses the method of an unknown path.
    const place =
      config.consoleRoute === undefined || url === undefined
        ? { method: 'unknown', route: 'unknown' }
        : { method, route: url };
    seconds.observe({ ...place, status_class: classOf(status) }, took);
  });
}

export function createConsoleAnswerSeconds(
  registry: Registry,
): Histogram<'method' | 'route' | 'status_class'> {
  return new Histogram({
    name: 'hub_console_answer_seconds',
    help: 'Time to answer a request of the console. The answer of a command comes when the command is in effect',
    labelNames: ['method', 'route', 'status_class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
}

function classOf(status: AnswerStatus): string {
  return status === 'cut_off' ? status : `${Math.floor(status / 100)}xx`;
}
