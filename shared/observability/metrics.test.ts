import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('Node’s own metrics are kept where somebody may fetch them, and nowhere else', () => {
  const names = (isServed: boolean) => createMetrics('test', { isServed }).getMetricsAsArray();
  expect(names(true).map(({ name }) => name)).toContain('nodejs_eventloop_lag_seconds');
  expect(names(false)).toEqual([]);
});
