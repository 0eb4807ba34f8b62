import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('Node’s own metrics are collected only in a process whose metrics can be fetched', () => {
  const names = (isServed: boolean) => createMetrics('test', { isServed }).getMetricsAsArray();
  expect(names(true).map(({ name }) => name)).toContain('nodejs_eventloop_lag_seconds');
  expect(names(false)).toEqual([]);
});
