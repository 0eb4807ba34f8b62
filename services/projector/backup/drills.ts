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
  /** Tries a backup. @returns why it was not found good; null for a good one */
  readonly run: (file: string, signal: AbortSignal) => Promise<DrillFailure | null>;
  readonly monotonicNow?: () => number;
}

/**
 * Makes what tries the newest backup when that is due, and says of a failure in the log. A failure is tried again with the
 * next backup: what was found is in the folder, where whoever tried it has put it. While somebody verifies a backup it waits.
 */
export function createDrills({
  folder,
  rule,
  clock,
  logger,
  metrics,
  run,
  monotonicNow = () => performance.now(),
}: DrillsOptions) {
  let looked: string | undefined;
  let waitsUntil = Number.NEGATIVE_INFINITY;

  async function look() {
    const drills = await folder.readDrills();
    const good = newestGoodDrill(drills, clock());
    metrics.saw('drill', good === null ? null : Date.parse(good.at));
    return drills;
  }

  return async (newest: ListedBackup | null, signal: AbortSignal): Promise<void> => {
    if (newest === null || newest.file === looked || monotonicNow() < waitsUntil) return;
    const { file } = newest;
    if (!isDrillDue(newest, await look(), { rule, now: clock() })) {
      looked = file;
      return;
    }
    const began = monotonicNow();
    const failure = await run(file, signal).catch((error) => ({ code: null, message: messageOf(error) }));
    if (signal.aborted) return;
    if (failure?.code === 'verify_runs') {
      waitsUntil = monotonicNow() + retryDelayAfterFailureMs;
      return;
    }
    looked = file;
    await look();
    const seconds = Math.round((monotonicNow() - began) / 1_000);
    if (failure === null) {
      metrics.did('drill', seconds);
      logger.info({ file, seconds }, 'the backup was tried: it leads to the tables of the hub');
      return;
    }
    metrics.failed('drill');
    logger.error({ file, seconds }, `the drill of the backup failed: ${failure.message}`);
  };
}
