import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import type { ListedBackup } from '../../../shared/backup/folder/list-backups.ts';
import { newestBackup } from '../../../shared/backup/folder/newest-backup.ts';
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
 * Makes what takes the backup that is due, if one is, and otherwise does next to nothing. Asked again and again by the
 * keeper, `since` when; it never rejects. Backups of another hub count for nothing: beside them the one that is due fails,
 * which says so, and is not tried again before the next is due.
 * @returns the newest good backup of this hub, null without any
 */
export function createNightlyBackups(options: NightlyOptions) {
  const { folder, hour, clock, logger, metrics } = options;
  const ownOf = createOwnBackups(options.hub);
  let known: readonly ListedBackup[] | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** When the backup was to be taken that another hub's kept from being taken, epoch ms. */
  let refusedDue: number | null = null;

  async function look(): Promise<readonly ListedBackup[]> {
    known = await ownOf((await folder.list()).backups);
    lookedAt = performance.now();
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
      const isOld = performance.now() - lookedAt >= retryDelayAfterFailureMs;
      // A command may have taken one since the last look.
      if (known === undefined || isOld || isDue(known, since)) known = await look();
      if (isDue(known, since)) {
        await takeOne(options, signal);
        known = await look();
      }
      return newestBackup(known, clock());
    } catch (error) {
      if (signal.aborted) return null;
      failedAt = performance.now();
      // Somebody takes one by hand.
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

/** Finds the hub's own among backups. The log is read for its id only where one is not known to be its own. */
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
      'segments of the backup before were missing or damaged and were written anew: look at the disk of BACKUP_DIR',
    );
  }
}

function takenAt({ manifest }: ListedBackup): number {
  return Date.parse(manifest.taken_at);
}
