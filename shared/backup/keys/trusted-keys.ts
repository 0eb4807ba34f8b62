import { OperatorError } from '../../errors/errors.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import { type BackupKeys, backupKeysFile } from '../folder/backup-keys.ts';
import type { CheckedDocument } from '../folder/checked-json.ts';
import { type BackupList, type ListedBackup, stateError } from '../folder/list-backups.ts';

export type FoundKeys = CheckedDocument<BackupKeys>;

function highestKeysNumber(backups: readonly ListedBackup[]): number {
  return Math.max(0, ...backups.map(({ manifest }) => manifest.keys_number));
}

/**
 * Every backup names the number of `keys.zst` at its time, so a lower number shows an older file.
 */
export function isOlderThanBackups({ document }: FoundKeys, backups: readonly ListedBackup[]): boolean {
  return document.number < highestKeysNumber(backups);
}

/** Null unless the keys are authentic and not older than an authentic backup. */
export function trustedKeys(found: FoundKeys | null, backups: readonly ListedBackup[]): BackupKeys | null {
  if (found?.state !== 'authentic' || isOlderThanBackups(found, backups)) return null;
  return found.document;
}

export function nextKeysNumber(found: FoundKeys | null, backups: readonly ListedBackup[]): number {
  const last = found?.state === 'authentic' ? found.document.number : 0;
  return Math.max(last, highestKeysNumber(backups)) + 1;
}

/** Null for trusted keys. */
export function keysError(found: FoundKeys, backups: readonly ListedBackup[]): OperatorError | null {
  if (found.state !== 'authentic') return stateError(backupKeysFile, found.state);
  if (!isOlderThanBackups(found, backups)) return null;
  return new OperatorError(
    'keys_replaced',
    `${backupKeysFile} is older than a backup in the folder, so it may bring back withdrawn rights and erased data: restore the newest ${backupKeysFile} from another copy of the folder`,
  );
}

const replaceableCodes = new Set(['backup_damaged', 'not_a_file', 'file_too_large']);

/** Null without a file, and for a file that the next backup replaces. */
export async function readReplaceableKeys(
  folder: Pick<BackupFolder, 'inspectKeys'>,
): Promise<FoundKeys | null> {
  return folder.inspectKeys().catch((error: unknown) => {
    if (error instanceof OperatorError && replaceableCodes.has(error.code)) return null;
    throw error;
  });
}

/** Files with another secret count too: they may be the only backups of another hub. */
export function hubsOfFolder({ backups, refused }: BackupList, keys: FoundKeys | null): ReadonlySet<string> {
  const others = refused.flatMap(({ state, manifest }) =>
    state === 'another_hub' && manifest !== null ? [manifest.hub] : [],
  );
  const ofKeys = keys === null || keys.state === 'forged' ? [] : [keys.document.hub];
  return new Set([...backups.map(({ manifest }) => manifest.hub), ...others, ...ofKeys]);
}
