/**
 * Queries for the median and the 99th percentile of a histogram.
 * @param selector labels within braces, or nothing
 */
export function quantiles(
  histogram: string,
  selector = '',
): readonly (readonly [expression: string, legend: string])[] {
  return [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ].map(([share, legend]) => [
    `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket${selector}[$__rate_interval])))`,
    String(legend),
  ]);
}
