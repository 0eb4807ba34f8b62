import { join } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import type { BackupSigner } from '../signing/backup-signer.ts';
import { type BackupKeys, backupKeysBytesMax, backupKeysFile, unpackBackupKeys } from './backup-keys.ts';
import type { CheckedDocument } from './checked-json.ts';
import type { Disk } from './disk.ts';
import { type Drill, drillsBytesMax, drillsFile, readDrills } from './drills.ts';
import type { BackupList, InspectedBackup } from './list-backups.ts';
import { listBackups } from './list-backups.ts';
import { manifestFilePattern, readManifest } from './manifest.ts';

export interface SignedFiles {
  list(): Promise<BackupList>;
  inspectBackup(file: string): Promise<InspectedBackup>;
  inspectKeys(): Promise<CheckedDocument<BackupKeys> | null>;
  readDrills(): Promise<readonly Drill[]>;
}

const manifestBytesMax = 64 * 1024 * 1024;

export function openSignedFiles(disk: Disk, root: string, signer: BackupSigner | null): SignedFiles {
  const read = (file: string, bytesMax: number) => disk.read(join(root, file), { bytesMax });
  const isThere = async (file: string) => (await disk.size(join(root, file))) !== null;

  async function drillsNow(): Promise<readonly Drill[]> {
    if (!(await isThere(drillsFile))) return [];
    const { document, state } = readDrills((await read(drillsFile, drillsBytesMax)).toString('utf8'), signer);
    return state === 'authentic' || signer === null ? document : [];
  }

  return {
    list: async () => listBackups(await disk.list(root), (file) => read(file, manifestBytesMax), signer),
    inspectBackup: async (file) => {
      if (!manifestFilePattern.test(file) || !(await isThere(file))) throw noBackup(root, file);
      const text = (await read(file, manifestBytesMax)).toString('utf8');
      const { document: manifest, state } = readManifest(file, text, signer);
      return { file, manifest, state };
    },
    inspectKeys: async () => {
      if (!(await isThere(backupKeysFile))) return null;
      return unpackBackupKeys(await read(backupKeysFile, backupKeysBytesMax), signer);
    },
    readDrills: () =>
      drillsNow().catch((error: unknown) => {
        // A damaged file counts as missing, because later drills write new results. A disk that
        // fails or does not answer stays an error.
        if (error instanceof OperatorError && error.code !== 'backup_dir_silent') return [];
        throw error;
      }),
  };
}

function noBackup(root: string, file: string): OperatorError {
  return new OperatorError(
    'no_backup',
    `there is no backup ${file} in ${root}: hub backup list shows all backups`,
  );
}
