import { projections } from '../../../projections/registry.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import type { RestorableBackup } from '../../../shared/backup/reading/read-backup.ts';
import { continueBackup } from '../../../shared/backup/taking/continued-log.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { versionKey } from '../../../shared/projection/generations/generation.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import type { Projection, ProjectionName } from '../../../shared/projection/projection.ts';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { createRetryingJournal } from '../../../shared/projection/replay/rebuild/retrying-journal.ts';
import {
  readPositions,
  snapshotProjections,
} from '../../../shared/projection/replay/verify/digest-live-tables.ts';
import type { RowRetentionMsBySetting } from '../../../shared/projection/upkeep/expire-rows.ts';
import { fillProjections } from '../restore/fill-projections.ts';
import { type FollowedBackup, followBackup } from './project-backup.ts';

export interface VerifyBackupOptions {
  readonly folder: BackupFolder;
  /** Its segments were checked. */
  readonly backup: RestorableBackup;
  readonly live: { readonly database: Database; readonly journal: Journal; readonly hubSecret: Buffer };
  /** An empty database. */
  readonly scratch: Database;
  readonly retentionMsBySetting: RowRetentionMsBySetting;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

export interface VerifiedProjection {
  readonly name: ProjectionName;
  readonly rows: number;
  readonly digest_equal: boolean;
}

/**
 * Compaction may delete a record after the live tables fold it and before the temporary tables do.
 */
const attemptsMax = 5;

/**
 * Fills tables from a backup and newer records, up to the live tables' positions in one snapshot,
 * and compares digests. Changes nothing in the hub. For a stopped hub, the caller runs the
 * projections of the live tables.
 * @throws OperatorError for a backup of another log, for tables of another release, and when the
 * positions never meet
 */
export async function verifyBackup(options: VerifyBackupOptions): Promise<VerifiedProjection[]> {
  const { folder, backup, live, scratch, signal, onProgress } = options;
  await requireVersions(live.database);
  // A drill has low priority, so the log may seem to answer late.
  const { log } = createRetryingJournal(live.journal, signal);
  const continued = await continueBackup(folder, backup, log);
  const journal = await openJournal({ log: continued.log, hubSecret: live.hubSecret });
  await prepareGenerations(scratch, projections);
  await fillProjections({ database: scratch, hubDatabase: live.database, journal, signal, onProgress });
  const followed = await followBackup({ ...options, journal, continued });
  try {
    return await compareAll(options, followed);
  } finally {
    await followed.stop();
  }
}

async function compareAll(
  { live, scratch, retentionMsBySetting, signal }: VerifyBackupOptions,
  followed: FollowedBackup,
): Promise<VerifiedProjection[]> {
  const verified = new Map<ProjectionName, VerifiedProjection>();
  const isOpen = ({ name }: Projection) => verified.get(name)?.digest_equal !== true;
  for (let attempt = 0; attempt < attemptsMax && projections.some(isOpen); attempt += 1) {
    signal.throwIfAborted();
    const open = projections.filter(isOpen);
    // Little then remains to be projected after the snapshot.
    await followed.reach(await followed.ahead(() => readPositions(live.database, open)));
    let reached = Promise.resolve();
    const snapshot = await snapshotProjections(live.database, {
      projections: open,
      retentionMsBySetting,
      onPositions: (positions) => {
        reached = followed.reach(positions);
        reached.catch(() => {});
      },
    });
    await reached;
    const copy = await snapshotProjections(scratch, {
      projections: open,
      retentionMsBySetting,
      at: snapshot.at,
    });
    for (const { name } of open) {
      const [one, other] = [snapshot.digests.get(name), copy.digests.get(name)];
      const rows = other?.rows ?? 0;
      verified.set(name, { name, rows, digest_equal: one?.digest === other?.digest && one?.rows === rows });
    }
  }
  return [...verified.values()];
}

/** Tables of another version have other content. */
async function requireVersions(database: Database): Promise<void> {
  const rows = await database.many<{ name: string; version: string }>({
    text: `select projection as name, g.shape || '.' || g.logic as version
           from projection.pointer
           join projection.generation g using (projection, generation)
           where pointer.shape = (select max(shape) from projection.pointer p where p.projection = g.projection)`,
  });
  for (const projection of projections) {
    const { name } = projection;
    const served = rows.find((row) => row.name === name)?.version;
    if (`${name} ${served}` === versionKey(projection)) continue;
    throw new OperatorError(
      'other_version',
      `the tables of ${name} are from another release (${served ?? 'none'}): wait until hub projections shows the tables of this release, then verify again`,
    );
  }
}
