import type { BackupFolder, ListedBackup } from '../../../shared/backup/backup-folder.ts';
import { newestGood } from '../../../shared/backup/drills.ts';
import type { Clock } from '../../../shared/clock.ts';
import { messageOf } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { BackupMetrics } from './backup-metrics.ts';
import { type DrillRule, isDrillDue } from './drill-schedule.ts';

export interface DrillsOptions {
  readonly folder: BackupFolder;
  readonly rule: DrillRule;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: BackupMetrics;
  /** Tries a backup. @returns what is wrong with it; null for a good one */
  readonly run: (file: string, signal: AbortSignal) => Promise<string | null>;
}

/**
 * Makes what tries the newest backup when that is due, and says of a failure in the log. A failure is tried again with the
 * next backup: what was found is in the folder, where whoever tried it has put it.
 */
export function createDrills({ folder, rule, clock, logger, metrics, run }: DrillsOptions) {
  let looked: string | undefined;

  async function look() {
    const drills = await folder.readDrills();
    const good = newestGood(drills, clock());
    metrics.saw('drill', good === null ? null : Date.parse(good.at));
    return drills;
  }

  return async (newest: ListedBackup | null, signal: AbortSignal): Promise<void> => {
    if (newest === null || newest.file === looked) return;
    const { file } = newest;
    if (!isDrillDue(newest, await look(), { rule, now: clock() })) {
      looked = file;
      return;
    }
    const began = performance.now();
    const problem = await run(file, signal).catch(messageOf);
    if (signal.aborted) return;
    looked = file;
    await look();
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (problem === null) {
      metrics.did('drill', seconds);
      logger.info({ file, seconds }, 'the backup was tried: it leads to the tables of the hub');
      return;
    }
    metrics.failed('drill');
    logger.error({ file, seconds }, `the drill of the backup failed: ${problem}`);
  };
}
