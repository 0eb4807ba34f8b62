import { listMetrics } from '../../infra/reference/metrics-page.ts';

export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function samplesOf(exposition: string): MetricSample[] {
  return exposition.split('\n').flatMap((line) => {
    const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]);
    return [{ name, labels: Object.fromEntries(pairs) }];
  });
}

/** Metrics and labels that docs/reference/metrics.md does not list for the process. */
export function unlistedIn(exposition: string, process: string): string[] {
  const listed = new Map(
    listMetrics()
      .filter(({ processes }) => processes.includes(process))
      .map(({ name, type, labels }) => [name, { type, labels }]),
  );
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([line, name = '', type]) =>
    listed.get(name)?.type === type ? [] : [line],
  );
  const labels = samplesOf(exposition).flatMap(({ name, labels: found }) => {
    const known = listed.get(name)?.labels ?? listed.get(familyOf(name))?.labels ?? [];
    return Object.keys(found)
      .filter((label) => !['process', 'le', 'quantile', ...known].includes(label))
      .map((label) => `${name}{${label}}`);
  });
  return [...new Set([...types, ...labels])];
}

/** Words of a query that are no function, no keyword and no label. */
export function metricsIn(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|"[^"]*"|\b(?:by|on|without) \([^)]*\)/g, '');
  return [...new Set(bare.match(/\b(?:hub|projection|process|nodejs)_\w+/g) ?? [])];
}

const byScrape = ['job', 'instance', 'le'];

/** Labels in a query that no sample of their metric has. Metrics without samples are left out. */
export function unknownLabels(query: string, samples: readonly MetricSample[]): string[] {
  const selected = [...query.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    names: [name],
    labels: matchers.match(/\w+(?=[=!]~?)/g) ?? [],
  }));
  const grouped = [...query.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].map(([, labels = '']) => ({
    names: metricsIn(query),
    labels: labels.split(', '),
  }));
  return [...selected, ...grouped].flatMap(({ names, labels }) => {
    const seen = samples.filter(({ name }) => names.includes(name));
    if (seen.length === 0) return [];
    return labels.filter((label) => !byScrape.includes(label) && !seen.some((each) => label in each.labels));
  });
}

/** The name of the histogram that a sample with this name belongs to. */
export function familyOf(name: string): string {
  return name.replace(/_(?:bucket|sum|count)$/, '');
}
