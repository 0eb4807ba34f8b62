import { Counter, Histogram, type Registry } from 'prom-client';

export interface LimitMetrics {
  statementSent(): void;
  /** @returns a function that ends the measurement */
  startWait(): () => void;
}

export function createLimitMetrics(registry: Registry): LimitMetrics {
  const statements = new Counter({
    name: 'hub_limit_statements_total',
    help: 'Statements to the store of limits; a statement serves all requests that wait',
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'hub_limit_wait_seconds',
    help: 'Time that a request waited for a check of its limits; a request with a key needs two checks',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return { statementSent: () => statements.inc(), startWait: () => seconds.startTimer() };
}
