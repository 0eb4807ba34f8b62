import { type MembershipLog, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withdrawnOf } from '../../../projections/access/directory/withdrawn-of.ts';
import { readNextSequence } from '../../../projections/event-feed/commands/open-feed-epoch.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { backupKeysLockOf } from '../../../shared/backup/folder/backup-lock.ts';
import { removeWithdrawn } from '../../../shared/backup/keys/remove-withdrawn.ts';
import { readHubId } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import type { Database } from '../../../shared/postgres/database.ts';

export interface BackupHub extends MembershipLog {
  readonly database: Database;
  readonly hubSecret: Buffer;
}

/**
 * Also saves the hub's current rights in the folder.
 * @returns whether the folder has keys of this hub
 * @throws OperatorError when the folder fails
 */
export async function removeWithdrawnKeys(hub: BackupHub, folder: BackupFolder): Promise<boolean> {
  return removeWithdrawn({ folder, hub: await readHubId(hub.journal.log), ...sourcesOf(hub) });
}

/** A backup and its keys are made from these. */
export function sourcesOf(hub: BackupHub) {
  const { database, journal, hubSecret } = hub;
  return {
    log: journal.log,
    readNextSequence: () => readNextSequence(database, journal),
    readWithdrawn: async () => withdrawnOf(await readCurrent(hub), hubSecret),
    lockKeys: backupKeysLockOf(database),
  };
}

/**
 * Removes withdrawn keys and saves the current rights when either changed since the last call.
 * Cheap without a change.
 */
export function createKeyRemoval(hub: BackupHub, folder: BackupFolder): () => Promise<void> {
  let version = -1;
  let removed = '';
  return async () => {
    const directory = hub.directory.current();
    if (directory.version === version) return;
    const withdrawn = JSON.stringify(withdrawnOf(directory, hub.hubSecret));
    if (withdrawn !== removed) await removeWithdrawnKeys(hub, folder);
    [version, removed] = [directory.version, withdrawn];
  };
}
