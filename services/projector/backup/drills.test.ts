import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openBackupTest } from '../../../shared/backup/testing/open-backup-test.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { createBackupMetrics } from './backup-metrics.ts';
import { createDrills } from './drills.ts';
import type { DrillFailure } from './run-drill.ts';

/** `at` runs a due drill at this time in ms, and returns how many drills have run. */
async function openDrills(ends: readonly (DrillFailure | null)[]) {
  const { journal, backUp, folder } = await openBackupTest();
  await journal.log.append(entriesOf('hub.feed', 'a', 1));
  const backup = await backUp();
  const registry = new Registry();
  const levels: number[] = [];
  const left = [...ends];
  let now = 0;
  const tryDue = createDrills({
    folder,
    rule: 'nightly',
    clock: Date.now,
    monotonicNow: () => now,
    logger: createLogger(
      { name: 'test', level: 'info' },
      { write: (line) => void levels.push(JSON.parse(line).level) },
    ),
    metrics: createBackupMetrics(registry, Date.now),
    run: async () => left.shift() ?? null,
  });
  const at = async (ms: number) => {
    now = ms;
    await tryDue(backup, new AbortController().signal);
    return ends.length - left.length;
  };
  return { at, levels, shown: () => registry.metrics() };
}

test('a drill during another verification does not fail, and runs 15 minutes later', async () => {
  const { at, levels, shown } = await openDrills([{ code: 'verify_runs', message: 'wait' }, null]);
  expect(await at(0)).toBe(1);
  expect(await at(14 * minuteMs)).toBe(1);
  expect(levels).toEqual([]);
  expect(await at(15 * minuteMs)).toBe(2);
  // 30 is the level info.
  expect(levels).toEqual([30]);
  expect(await shown()).toContain('hub_backup_failures_total{work="drill"} 0');
  expect(await shown()).toContain('hub_backup_duration_seconds{work="drill"}');
});

test('a failed drill is not repeated for the same backup', async () => {
  const { at, levels, shown } = await openDrills([{ code: 'not_level', message: 'it stands still' }, null]);
  expect(await at(0)).toBe(1);
  expect(await at(60 * minuteMs)).toBe(1);
  // 50 is the level error.
  expect(levels).toEqual([50]);
  expect(await shown()).toContain('hub_backup_failures_total{work="drill"} 1');
});
