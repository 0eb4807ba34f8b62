/** One sample of what Prometheus reads. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The samples of an answer of `/metrics`. */
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

/** The names of metrics in a query: words that are no function, no keyword and no label. */
export function metricsIn(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|"[^"]*"|\b(?:by|on|without) \([^)]*\)/g, '');
  return [...new Set(bare.match(/\b(?:hub|projection|process|nodejs)_\w+/g) ?? [])];
}

const byScrape = ['job', 'instance', 'le'];

/** The labels that a query names of metrics that were seen, and that none of them has. */
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

/** A histogram by the name of what is counted. */
export function familyOf(name: string): string {
  return name.replace(/_(?:bucket|sum|count)$/, '');
}
