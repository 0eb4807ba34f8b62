import { tmpdir } from 'node:os';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { createDiskSpaceCheck } from './check-disk-space.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

/** The metrics of a disk before the first report. */
async function metricsOf(directory: string, minFreeBytes: number): Promise<string> {
  const metrics = new Registry();
  createDiskSpaceCheck({ directory, minFreeBytes }, { logger, metrics });
  return metrics.metrics();
}

test('the metrics show the free space, and whether the disk is full, before the first report', async () => {
  const withSpace = await metricsOf(tmpdir(), 0);
  expect(withSpace).toMatch(/^hub_ingest_disk_free_bytes [1-9]/m);
  expect(withSpace).toMatch(/^hub_ingest_disk_full 0$/m);
  expect(await metricsOf(tmpdir(), Number.MAX_SAFE_INTEGER)).toMatch(/^hub_ingest_disk_full 1$/m);
});

test('the metrics do not show unreadable free space as 0 bytes', async () => {
  const shown = await metricsOf('/no such folder', 0);
  expect(shown).not.toMatch(/^hub_ingest_disk_free_bytes /m);
  expect(shown).toMatch(/^hub_ingest_disk_full 0$/m);
});
