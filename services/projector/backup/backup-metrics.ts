import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../../shared/clock.ts';

export interface BackupMetrics {
  /** Null without a good backup or drill. */
  saw(work: BackupWork, at: number | null): void;
  did(work: BackupWork, seconds: number): void;
  wrote(bytes: number): void;
  failed(work: BackupWork): void;
}

export const everyWork = ['backup', 'drill'] as const;

export type BackupWork = (typeof everyWork)[number];

/**
 * @param due the work that this process does. The failures of this work start at 0, so that alerts
 * find work that was never done.
 */
export function createBackupMetrics(
  metrics: Registry,
  clock: Clock,
  due: readonly BackupWork[] = everyWork,
): BackupMetrics {
  const newest = new Map<BackupWork, number>();
  const common = { labelNames: ['work'] as const, registers: [metrics] };
  new Gauge({
    ...common,
    name: 'hub_backup_age_seconds',
    help: 'Age of the newest good backup and of the newest good drill; absent without any',
    collect() {
      this.reset();
      for (const [work, at] of newest) this.set({ work }, Math.max(0, clock() - at) / 1_000);
    },
  });
  const seconds = new Gauge({
    ...common,
    name: 'hub_backup_duration_seconds',
    help: 'How long the last good backup and the last good drill took',
  });
  const bytes = new Gauge({
    name: 'hub_backup_bytes',
    help: 'Bytes that the last good backup wrote; it shares its other segments with earlier backups',
    registers: [metrics],
  });
  const failures = new Counter({
    ...common,
    name: 'hub_backup_failures_total',
    help: 'Backups and drills that failed; the log says why',
  });
  for (const work of due) failures.inc({ work }, 0);
  return {
    saw: (work, at) => {
      if (at === null) newest.delete(work);
      else newest.set(work, at);
    },
    did: (work, took) => seconds.set({ work }, took),
    wrote: (written) => bytes.set(written),
    failed: (work) => failures.inc({ work }),
  };
}
