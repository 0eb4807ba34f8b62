import { Counter, Histogram, type Registry } from 'prom-client';
import { type Answer, answerOutcomes } from './http/answer.ts';

/** Labels come from fixed lists, never from a payload. */
export interface IngestMetrics {
  /** @param endpoint the name of the plugin's path */
  answered(endpoint: string, answer: Answer): void;
  skipped(skipped: ReadonlyMap<string, number>): void;
  /** @returns a function that ends the measurement */
  appending(): () => void;
}

export function createIngestMetrics(registry: Registry, endpoints: readonly string[]): IngestMetrics {
  const requests = new Counter({
    name: 'hub_ingest_requests_total',
    help: 'Requests of plugins by endpoint and outcome',
    labelNames: ['endpoint', 'outcome'],
    registers: [registry],
  });
  // Prometheus sees no increase in a series that begins at 1, so each series begins at 0.
  for (const endpoint of endpoints) {
    for (const outcome of answerOutcomes) requests.inc({ endpoint, outcome }, 0);
  }
  const skippedParts = new Counter({
    name: 'hub_ingest_skipped_total',
    help: 'Parts of reports that were left out because they could not be used',
    labelNames: ['kind'],
    registers: [registry],
  });
  const appends = new Histogram({
    name: 'hub_ingest_append_seconds',
    help: 'Time until an append to the log is durable',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  return {
    answered: (endpoint, { outcome }) => requests.inc({ endpoint, outcome }),
    skipped: (skipped) => {
      for (const [kind, count] of skipped) skippedParts.inc({ kind }, count);
    },
    appending: () => appends.startTimer(),
  };
}
