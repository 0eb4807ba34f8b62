import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { newestGoodDrill } from '../../../shared/backup/folder/drills.ts';
import type { ListedBackup } from '../../../shared/backup/folder/list-backups.ts';
import type { Clock } from '../../../shared/clock.ts';
import { messageOf } from '../../../shared/errors/errors.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { BackupMetrics } from './backup-metrics.ts';
import { retryDelayAfterFailureMs } from './backup-schedule.ts';
import { type DrillRule, isDrillDue } from './drill-schedule.ts';
import type { DrillFailure } from './run-drill.ts';

export interface DrillsOptions {
  readonly folder: BackupFolder;
  readonly rule: DrillRule;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: BackupMetrics;
  /** @returns the failure; null for a good backup */
  readonly run: (file: string, signal: AbortSignal) => Promise<DrillFailure | null>;
  readonly monotonicNow?: () => number;
}

/**
 * Runs a drill of the newest backup when due, and logs failures. Does not repeat a failed drill.
 * Waits while another process verifies a backup.
 */
export function createDrills(options: DrillsOptions) {
  const { folder, rule, clock, logger, metrics, run, monotonicNow = () => performance.now() } = options;
  let checkedFile: string | undefined;
  let waitsUntil = Number.NEGATIVE_INFINITY;

  async function readResults() {
    const drills = await folder.readDrills();
    const good = newestGoodDrill(drills, clock());
    metrics.saw('drill', good === null ? null : Date.parse(good.at));
    return drills;
  }

  return async (newest: ListedBackup | null, signal: AbortSignal): Promise<void> => {
    if (newest === null || newest.file === checkedFile || monotonicNow() < waitsUntil) return;
    const { file } = newest;
    if (!isDrillDue(newest, await readResults(), { rule, now: clock() })) {
      checkedFile = file;
      return;
    }
    const began = monotonicNow();
    const failure = await run(file, signal).catch((error) => ({ code: null, message: messageOf(error) }));
    if (signal.aborted) return;
    if (failure?.code === 'verify_runs') {
      waitsUntil = monotonicNow() + retryDelayAfterFailureMs;
      return;
    }
    checkedFile = file;
    await readResults();
    const seconds = Math.round((monotonicNow() - began) / 1_000);
    if (failure === null) {
      metrics.did('drill', seconds);
      logger.info({ file, seconds }, 'the drill restored the backup and found the tables of the hub in it');
      return;
    }
    metrics.failed('drill');
    logger.error({ file, seconds }, `the drill of the backup failed: ${failure.message}`);
  };
}
