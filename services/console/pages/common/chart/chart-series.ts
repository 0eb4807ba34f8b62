/** A line of a chart: pairs of epoch ms and value, ascending; null is a gap. */
export interface ChartSeries {
  readonly label: string;
  readonly points: readonly (readonly [number, number | null])[];
}

/** The columns of uPlot: all instants in seconds, then one column of values or null per series. */
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
