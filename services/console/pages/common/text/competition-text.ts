interface Metric {
  /** Another release may have other kinds. */
  readonly kind: string;
  readonly name: string | null;
}

/** The counter of a competition in words. */
export function metricText({ kind, name }: Metric): string {
  if (name === null) return 'value of drops';
  return kind === 'xp' ? `xp of ${name}` : `kills of ${name}`;
}
