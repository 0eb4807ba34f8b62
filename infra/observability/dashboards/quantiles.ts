import type { Queries } from './build-board.ts';

/** The median and the 99th percentile of a histogram. */
export function quantiles(histogram: string): Queries {
  const query = (share: number) =>
    `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket[$__rate_interval])))`;
  return { p50: query(0.5), p99: query(0.99) };
}
