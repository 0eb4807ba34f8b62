/** A line of a chart: instants in epoch ms, ascending, with values. */
export interface ChartSeries {
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Columns as uPlot wants them: all instants in seconds, then for each series its value there or null. */
export function joinSeries(series: readonly ChartSeries[]): [number[], ...(number | null)[][]] {
  const instants = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort(
    (left, right) => left - right,
  );
  const columns = series.map(({ points }) => {
    const values = new Map(points);
    return instants.map((at) => values.get(at) ?? null);
  });
  return [instants.map((at) => at / 1_000), ...columns];
}
