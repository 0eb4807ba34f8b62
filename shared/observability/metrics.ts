import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The registry of a process's metrics. Labels never hold ids, names, addresses or coordinates
 * (read-api.md 8). The metrics of Node are in it only when they are served, because the watch of
 * the event loop wakes an idle process.
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
 * Ms between two checks of the event loop. Shorter lags are not reported. The default wakes an idle
 * process too often.
 */
const eventLoopMonitoringPrecision = 100;

/**
 * Gauges with the name of a counter, which the conventions of Prometheus forbid. Each is the sum of
 * another metric.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
