import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { type ListedBackup, newestBackup } from '../../../shared/backup/folder/list-backups.ts';
import type { Clock } from '../../../shared/clock.ts';
import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { readHubId } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { BackupMetrics } from './backup-metrics.ts';
import { isBackupDue, lastDueTime, retryDelayAfterFailureMs } from './backup-schedule.ts';
import { takeHubBackup } from './take-hub-backup.ts';
import type { BackupHub } from './withdrawn-keys.ts';

export interface NightlyOptions {
  readonly hub: BackupHub;
  readonly folder: BackupFolder;
  /** The hour of the day, in UTC. */
  readonly hour: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: BackupMetrics;
}

/**
 * Takes the backup that is due, and is cheap otherwise. `since` is the time at which this process
 * became the keeper. Never rejects. A backup that another hub's backups prevent is not tried again
 * before the next due time.
 * @returns the newest good backup of this hub; null without a backup, and after a failure
 */
export function createNightlyBackups(options: NightlyOptions) {
  const { folder, hour, clock, logger, metrics } = options;
  const ownOf = createOwnBackups(options.hub);
  let known: readonly ListedBackup[] | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** The due time of the backup that another hub's backups prevented, epoch ms. */
  let refusedDue: number | null = null;

  async function readBackups(): Promise<readonly ListedBackup[]> {
    known = await ownOf((await folder.list()).backups);
    readAt = performance.now();
    const newest = newestBackup(known, clock());
    metrics.saw('backup', newest === null ? null : takenAt(newest));
    return known;
  }

  const isDue = (backups: readonly ListedBackup[], since: number) =>
    lastDueTime(clock(), hour) !== refusedDue &&
    isBackupDue(clock(), hour, { taken: backups.map(takenAt), since });

  return async (since: number, signal: AbortSignal): Promise<ListedBackup | null> => {
    if (performance.now() - failedAt < retryDelayAfterFailureMs) return null;
    const due = lastDueTime(clock(), hour);
    try {
      const isOld = performance.now() - readAt >= retryDelayAfterFailureMs;
      // A command may have taken a backup since the last check.
      if (known === undefined || isOld || isDue(known, since)) known = await readBackups();
      if (isDue(known, since)) {
        await takeOne(options, signal);
        known = await readBackups();
      }
      return newestBackup(known, clock());
    } catch (error) {
      if (signal.aborted) return null;
      failedAt = performance.now();
      // An operator takes a backup.
      if (error instanceof OperatorError && error.code === 'backup_runs') return null;
      const isRefused = error instanceof OperatorError && error.code === 'other_hub';
      if (isRefused) refusedDue = due;
      metrics.failed('backup');
      const again = isRefused ? 'the next night' : `in ${retryDelayAfterFailureMs / 60_000} minutes`;
      logger.error({ err: error }, `the backup failed, trying again ${again}: ${messageOf(error)}`);
      return null;
    }
  };
}

/** Reads the hub's id from the log only when a backup is not known to be of this hub. */
function createOwnBackups({ journal }: BackupHub) {
  let id: string | undefined;
  return async (backups: readonly ListedBackup[]): Promise<readonly ListedBackup[]> => {
    if (backups.some(({ manifest }) => manifest.hub !== id)) id = await readHubId(journal.log);
    return backups.filter(({ manifest }) => manifest.hub === id);
  };
}

async function takeOne(
  { hub, folder, clock, logger, metrics }: NightlyOptions,
  signal: AbortSignal,
): Promise<void> {
  const now = () => new Date(clock());
  const ignore = () => {};
  const { file, manifest, mended, deleted } = await takeHubBackup(hub, folder, {
    kind: 'nightly',
    compares: true,
    now,
    signal,
    onBegin: ignore,
    onRead: ignore,
  });
  const { bytes, kind, records, seconds } = manifest;
  metrics.did('backup', seconds);
  metrics.wrote(bytes);
  const note = { action: 'backup-made', about: [file], details: { kind, records } } as const;
  await recordInAudit(hub.journal, { by: 'hub', ...note });
  logger.info({ file, records, bytes, seconds, deleted }, 'the backup was taken');
  if (mended > 0) {
    logger.warn(
      { file, mended },
      'segments of the previous backup were missing or damaged and were written again: check the disk of BACKUP_DIR',
    );
  }
}

function takenAt({ manifest }: ListedBackup): number {
  return Date.parse(manifest.taken_at);
}
