import { Registry } from 'prom-client';
import { projections } from '../../projections/registry.ts';
import { answerOutcomes } from '../../services/ingest/http/answer.ts';
import { registeredPlugins } from '../../services/ingest/plugins/registered.ts';
import { everyWork } from '../../services/projector/backup/backup-metrics.ts';
import { shownStates } from '../../services/projector/generation-gauges.ts';
import { streamNames } from '../../shared/events/streams.ts';
import { code, markdownTable, referencePage, sentence } from './markdown.ts';
import { metricGroups } from './metric-groups.ts';

export interface ListedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  readonly processes: readonly string[];
}

/** `docs/reference/metrics.md`. */
export async function metricsPage(): Promise<string> {
  const sections = metricGroups.map((group) => {
    const about = [`Process: ${listOf(group.processes)}.`, ...(group.note === undefined ? [] : [group.note])];
    const rows = metricsOf(group).map(({ name, type, labels: named, help }) => [
      code(name),
      type,
      listOf(named),
      sentence(help),
    ]);
    const table = markdownTable(['Metric', 'Type', 'Labels', 'Meaning'], rows);
    return `## ${group.title}\n\n${about.join(' ')}\n\n${table}`;
  });
  return referencePage('Metrics', [introduction, ...sections, `## Labels\n\n${labelTable()}`]);
}

const introduction = `
Each process serves its metrics at \`/metrics\` on its own port, once [\`METRICS_TOKEN\`](settings.md#the-hub) is set.
Requests need the token as bearer token. A hub in one process serves all metrics on \`PORT\` and on \`WORKER_METRICS_PORT\`: scrape one of the two ports.

Labels never hold ids, names, addresses or coordinates. A histogram has series with the endings \`_bucket\`, \`_sum\` and \`_count\`.
[Alerts and dashboards](../../infra/observability/README.md) use these metrics.
`.trim();

/** Every metric of every process. */
export function listMetrics(): ListedMetric[] {
  return metricGroups.flatMap(metricsOf);
}

function metricsOf({ processes, register }: (typeof metricGroups)[number]): ListedMetric[] {
  const registry = new Registry();
  register(registry);
  return registry.getMetricsAsArray().map((metric) => ({
    name: metric.name,
    type: String(Reflect.get(metric, 'type')),
    labels: Reflect.get(metric, 'labelNames') as string[],
    help: metric.help,
    processes,
  }));
}

/** The values of each label that has a fixed list; the meaning of the others. */
const labels: Readonly<Record<string, string>> = {
  process:
    'Every metric has it: `ingest`, `projector`, `query`, `console`, or `standalone` for a hub in one process.',
  endpoint: `A path of a plugin: ${listOf(registeredPlugins.flatMap(({ paths }) => paths.map(({ name }) => name)))}.`,
  outcome: `How a request of a plugin was answered: ${listOf(answerOutcomes)}. [errors.md](errors.md#plugin-endpoints) explains them.`,
  kind: 'The part of a report that was left out, like `skill` or `event`.',
  projection: `${listOf(projections.map(({ name }) => name))}.`,
  stream: `${listOf(streamNames)}.`,
  partition: 'The number of the partition of the stream.',
  state: `The state of generations: ${listOf(shownStates)}.`,
  role: 'The part of a generation: `live`, `previous`, `building`, `candidate`, `surplus`.',
  work: `${listOf(everyWork)}.`,
  of: 'Work next to a request: `device-contacts`, `old-device-contacts`, `key-uses`, `backup-keys`.',
  operation: 'The `operationId` of the endpoint in the OpenAPI document, or `unknown`.',
  status: 'The HTTP status, or `cut_off` for an answer that failed halfway or lost its client.',
  method: 'The HTTP method, or `unknown` for an unknown path.',
  route: 'The path with placeholders, like `/console/api/me/keys/:id`, or `unknown`.',
  status_class: '`2xx`, `3xx`, `4xx`, `5xx`, or `cut_off`.',
};

function labelTable(): string {
  const used = [
    ...new Set([
      'process',
      ...metricGroups
        .filter(({ isOfNode }) => isOfNode !== true)
        .flatMap(metricsOf)
        .flatMap(({ labels: named }) => named),
    ]),
  ];
  const missing = used.filter((name) => labels[name] === undefined);
  if (missing.length > 0)
    throw new Error(`infra/reference/metrics-page.ts: describe the labels ${missing.join(', ')}`);
  return markdownTable(
    ['Label', 'Values'],
    used.map((name) => [code(name), labels[name] ?? '']),
  );
}

function listOf(words: readonly string[]): string {
  return words.map(code).join(', ');
}
