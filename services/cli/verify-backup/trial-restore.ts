import { basename, dirname } from 'node:path';
import { projections } from '../../../projections/registry.ts';
import { openBackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { checkSegments, readRestorableBackup } from '../../../shared/backup/reading/read-backup.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { clusterDirectory, readClusterRecord } from '../../../shared/postgres/embedded/cluster-record.ts';
import {
  createProgressMeter,
  type RebuildProgress,
} from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import type { WatchedDisk } from '../../ingest/http/check-disk-space.ts';
import { whileProjected } from '../../operations/run-while-projecting.ts';
import type { HubConnection } from '../connection/connect.ts';
import { type HubSettings, readBackupDir, readHubSettings, readRowRetention } from '../settings.ts';
import { type VerifiedProjection, type VerifyBackupOptions, verifyBackup } from './compare-with-live.ts';
import { requireFreeSpace, watchFreeSpace } from './free-space.ts';
import { withScratchDatabase } from './scratch-database.ts';

export interface TrialRestoreOptions {
  /** The name of a manifest in BACKUP_DIR, or the path of a manifest. */
  readonly path: string;
  readonly by: AuditActor;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly onResultNotSaved: (problem: string) => void;
}

/** The document of `hub backup verify --json`. */
export interface TrialRestore {
  readonly file: string;
  readonly ok: boolean;
  readonly records: number;
  readonly projections: readonly VerifiedProjection[];
}

/**
 * Creates the tables of a backup in a temporary database and compares them with the live tables.
 * Saves the result in the folder and in the audit log.
 * @throws OperatorError when it cannot run or was interrupted; LogUnavailable
 */
export async function runTrialRestore(
  hub: HubConnection,
  options: TrialRestoreOptions,
): Promise<TrialRestore> {
  const { path, by, onProgress, onResultNotSaved } = options;
  const began = performance.now();
  const [file, dir] = [basename(path), path.includes('/') ? dirname(path) : readBackupDir()];
  const folder = openBackupFolder(dir, createBackupSigner(hub.hubSecret));
  const ended = new AbortController();
  const full = new AbortController();
  const signal = AbortSignal.any([options.signal, full.signal]);
  const note = (problem: string | null) => {
    const [at, seconds] = [new Date().toISOString(), Math.round(performance.now() - began) / 1_000];
    return folder.noteDrill({ file, at, ok: problem === null, seconds, problem }).catch((error: unknown) => {
      // The folder may be a read-only copy.
      if (!(error instanceof OperatorError)) throw error;
      onResultNotSaved(`the result cannot be saved: ${error.message}`);
    });
  };
  try {
    const backup = await readRestorableBackup(folder, file);
    const disk = await diskOf(readHubSettings());
    if (disk !== null) {
      await requireFreeSpace(hub.database, disk);
      watchFreeSpace(disk, full, ended.signal).catch((error: unknown) => full.abort(error));
    }
    // On a stopped hub, this process keeps the live tables current during the comparison.
    const verified = await whileProjected(hub, projections, () =>
      compare(hub, { folder, backup, signal, onProgress }),
    );
    const problem = problemOf(verified);
    await note(problem);
    const details = { ok: problem === null };
    await recordInAudit(hub.journal, { by, action: 'backup-verified', about: [file], details });
    const { records } = backup.manifest;
    return { file, ok: problem === null, records, projections: verified };
  } catch (error) {
    // When the error says nothing about the backup, the result of an earlier drill stays.
    const isFaultOfBackup = error instanceof OperatorError && backupReasons.has(error.code);
    if (isFaultOfBackup) await note(error.message);
    throw error;
  } finally {
    ended.abort();
  }
}

const backupReasons = new Set([
  'backup_damaged',
  'backup_forged',
  'keys_replaced',
  'no_keys',
  'segment_damaged',
  'segment_differs',
]);

async function compare(
  hub: HubConnection,
  {
    folder,
    backup,
    signal,
    onProgress,
  }: Pick<VerifyBackupOptions, 'folder' | 'backup' | 'signal' | 'onProgress'>,
): Promise<VerifiedProjection[]> {
  const checking = createProgressMeter(onProgress, backup.manifest.records);
  await checkSegments(folder, backup.manifest, {
    signal,
    onChecked: (stream, records) => checking.read([`checksums of ${stream}`], { records, offsets: records }),
  });
  return withScratchDatabase(hub.ownerUrl, (scratch) =>
    verifyBackup({
      folder,
      backup,
      live: hub,
      scratch,
      retentionMsBySetting: readRowRetention(),
      logger: createLogger({ name: 'hub', level: 'silent' }),
      signal,
      onProgress,
    }),
  );
}

/** Null for another server, whose disk the operator watches. */
async function diskOf({ DATABASE_URL, DATA_DIR, MIN_FREE_DISK }: HubSettings): Promise<WatchedDisk | null> {
  const record = DATABASE_URL === undefined ? await readClusterRecord(DATA_DIR) : null;
  if (record === null) return null;
  const minFreeBytes = MIN_FREE_DISK === undefined ? null : MIN_FREE_DISK * 1_000_000;
  return { directory: clusterDirectory(DATA_DIR, record), minFreeBytes };
}

/** One line; null when all are equal. */
export function problemOf(verified: readonly VerifiedProjection[]): string | null {
  const differing = verified.filter((projection) => !projection.digest_equal).map(({ name }) => name);
  if (differing.length === 0) return null;
  return `the tables of ${differing.join(', ')} from the backup differ from the tables of the hub: run hub projections rebuild and hub projections verify, to see whether the live tables are wrong`;
}
