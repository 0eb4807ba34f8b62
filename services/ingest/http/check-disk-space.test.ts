import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { createDiskSpaceCheck } from './check-disk-space.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

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

test('reports are accepted again when the free space of a full disk cannot be read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await mkdtemp(join(tmpdir(), 'disk-'));
  const options = { directory, minFreeBytes: Number.MAX_SAFE_INTEGER };
  const hasSpace = createDiskSpaceCheck(options, { logger, metrics: new Registry() });
  expect(await hasSpace()).toBe(false);
  await rmdir(directory);
  vi.advanceTimersByTime(1_000);
  expect(await hasSpace()).toBe(true);
});
