import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of a process's metrics. Labels never hold ids, names, addresses or coordinates (read-api.md 8). */
export function createMetrics(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  return registry;
}
