import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of a process's metrics. Labels never hold ids, names, addresses or coordinates (read-api.md 8). */
export function createMetrics(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

/** Gauges with the name of a counter, which Prometheus's conventions forbid; each is the sum of one without `_total`. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
