import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { unavailable } from './http/answer.ts';
import { createIngestMetrics } from './ingest-metrics.ts';

test('each outcome starts at 0, so that the first refusal is an increase', async () => {
  const registry = new Registry();
  const metrics = createIngestMetrics(registry, ['events', 'pair']);
  const shown = await registry.metrics();
  for (const endpoint of ['events', 'pair']) {
    for (const outcome of ['accepted', 'unavailable', 'disk_full'])
      expect(shown).toContain(`hub_ingest_requests_total{endpoint="${endpoint}",outcome="${outcome}"} 0`);
  }
  metrics.answered('events', unavailable);
  expect(await registry.metrics()).toContain(
    'hub_ingest_requests_total{endpoint="events",outcome="unavailable"} 1',
  );
});
