import { tmpdir } from 'node:os';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { createDiskSpaceCheck } from './check-disk-space.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

/** What monitoring sees of a disk on which nobody has reported yet. */
async function shownOf(directory: string, minFreeBytes: number): Promise<string> {
  const metrics = new Registry();
  createDiskSpaceCheck({ directory, minFreeBytes }, { logger, metrics });
  return metrics.metrics();
}

test('the metrics say how much is free, and whether that is too little, before anybody reports', async () => {
  const roomy = await shownOf(tmpdir(), 0);
  expect(roomy).toMatch(/^hub_ingest_disk_free_bytes [1-9]/m);
  expect(roomy).toMatch(/^hub_ingest_disk_full 0$/m);
  expect(await shownOf(tmpdir(), Number.MAX_SAFE_INTEGER)).toMatch(/^hub_ingest_disk_full 1$/m);
});

test('free space that cannot be read is none of 0 bytes', async () => {
  const shown = await shownOf('/no such folder', 0);
  expect(shown).not.toMatch(/^hub_ingest_disk_free_bytes /m);
  expect(shown).toMatch(/^hub_ingest_disk_full 0$/m);
});
