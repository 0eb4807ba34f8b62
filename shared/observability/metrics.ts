import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The registry of a process's metrics. Labels never hold ids, names, addresses or coordinates (read-api.md 8). Node's own
 * are in it only where somebody may fetch them (`isServed`): to watch the event loop wakes an idle process 10 times a second.
 */
export function createMetrics(process: string, { isServed }: { readonly isServed: boolean }): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  if (!isServed) return registry;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

/**
 * Ms between two looks at the event loop, below which no lag is reported: 10 as by default wake an idle process 100 times
 * a second, for a quarter of the CPU that it uses.
 */
const eventLoopMonitoringPrecision = 100;

/** Gauges with the name of a counter, which Prometheus's conventions forbid; each is the sum of one without `_total`. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
