import { join, resolve } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import type { BackupSigner } from '../signing/backup-signer.ts';
import {
  type BackupKeys,
  backupKeysBytesMax,
  backupKeysFile,
  packBackupKeys,
  unpackBackupKeys,
} from './backup-keys.ts';
import type { CheckedDocument } from './checked-json.ts';
import { clearUp } from './clear-up.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { type Drill, drillsBytesMax, drillsFile, readDrills, withDrill, writeDrills } from './drills.ts';
import { claimFolder } from './folder-claim.ts';
import { guarded } from './folder-errors.ts';
import { gatedDisk } from './folder-gate.ts';
import { type FolderProblem, findFolderProblem } from './folder-problem.ts';
import { type BackupList, type InspectedBackup, listBackups, stateError } from './list-backups.ts';
import {
  type BackupSegment,
  type Manifest,
  manifestFile,
  manifestFilePattern,
  readManifest,
  writeManifest,
} from './manifest.ts';
import {
  hasSegmentOfSize,
  isIntact,
  readSegment,
  type WrittenSegment,
  writeSegment,
} from './segment-files.ts';

/**
 * The files of `BACKUP_DIR` (operations.md, Backups). Without a signer, no file is authentic, and
 * no signed file can be written.
 */
export interface BackupFolder {
  readonly path: string;
  readonly fingerprint: string | null;
  list(): Promise<BackupList>;
  /** @returns the id of the hub that has the folder, which may be another hub */
  claim(hub: string): Promise<string>;
  /** @throws OperatorError for a manifest that is missing, unreadable or not authentic */
  readBackup(file: string): Promise<Manifest>;
  /** A manifest in any state. @throws OperatorError for a missing or unreadable manifest */
  inspectBackup(file: string): Promise<InspectedBackup>;
  /** Leaves a file with other content as it is, and uses another name. */
  writeSegment(name: string, content: Buffer): Promise<WrittenSegment>;
  /** @throws OperatorError when the bytes differ from the manifest */
  readSegment(segment: BackupSegment): Promise<Buffer>;
  /** False for an unreadable file. */
  isIntact(segment: BackupSegment): Promise<boolean>;
  hasSegmentOfSize(segment: BackupSegment): Promise<boolean>;
  /** In any state; null before the first backup. @throws OperatorError for an unreadable file */
  inspectKeys(): Promise<CheckedDocument<BackupKeys> | null>;
  writeKeys(keys: BackupKeys): Promise<void>;
  /** @returns the name of the manifest */
  addBackup(manifest: Manifest): Promise<string>;
  removeBackup(file: string): Promise<void>;
  /** The authentic drills; without a signer, all drills. Empty for a missing or damaged file. */
  readDrills(): Promise<readonly Drill[]>;
  noteDrill(drill: Drill): Promise<void>;
  /** Null when a backup can be written. Writes nothing. */
  findProblem(list: BackupList): Promise<FolderProblem | null>;
  /** Deletes drafts, and segments that no manifest of the list names. */
  clearUp(list: BackupList): Promise<void>;
}

const manifestBytesMax = 64 * 1024 * 1024;

/** @param signer null when the secret of the hub is not known */
export function openBackupFolder(
  path: string,
  signer: BackupSigner | null,
  ungated: Disk = nodeDisk,
): BackupFolder {
  const root = resolve(path);
  const disk = gatedDisk(ungated, root);
  const segments = join(root, 'segments');
  const guard = <Result>(work: () => Promise<Result>) => guarded(root, work);
  const opened = { disk, root, signer };

  return {
    path: root,
    fingerprint: signer?.fingerprint ?? null,
    list: () =>
      guard(async () => {
        const read = (file: string) => disk.read(join(root, file), { bytesMax: manifestBytesMax });
        return listBackups(await disk.list(root), read, signer);
      }),
    claim: (hub) => guard(() => claimFolder(disk, root, hub)),
    inspectBackup: (file) => guard(() => inspectBackup(opened, file)),
    readBackup: (file) =>
      guard(async () => {
        const { manifest, state } = await inspectBackup(opened, file);
        if (state === 'authentic') return manifest;
        throw stateError(file, state);
      }),
    writeSegment: (name, content) => guard(() => writeSegment(disk, segments, name, content)),
    readSegment: (segment) => guard(() => readSegment(disk, segments, segment)),
    hasSegmentOfSize: (segment) => guard(() => hasSegmentOfSize(disk, segments, segment)),
    isIntact: (segment) => isIntact(disk, segments, segment),
    inspectKeys: () =>
      guard(async () => {
        const bytes = await readIfThere(opened, backupKeysFile, backupKeysBytesMax);
        return bytes === null ? null : unpackBackupKeys(bytes, signer);
      }),
    writeKeys: (keys) =>
      guard(async () => {
        await disk.createFolder(root);
        await disk.write(join(root, backupKeysFile), await packBackupKeys(keys, required(signer)));
      }),
    addBackup: (manifest) =>
      guard(async () => {
        const file = manifestFile(new Date(manifest.taken_at));
        await disk.createFolder(root);
        await disk.write(join(root, file), writeManifest(manifest, required(signer)));
        return file;
      }),
    removeBackup: (file) => guard(() => disk.remove(join(root, file))),
    readDrills: () => guard(() => drillsNow(opened)),
    noteDrill: (drill) =>
      guard(async () => {
        const drills = withDrill(await drillsNow(opened), drill, await disk.list(root));
        await disk.write(join(root, drillsFile), writeDrills(drills, required(signer)));
      }),
    findProblem: ({ backups }) => guard(() => findFolderProblem(disk, { root, segments }, backups)),
    clearUp: (list) => guard(() => clearUp(disk, { root, segments }, list)),
  };
}

interface OpenedFolder {
  readonly disk: Disk;
  readonly root: string;
  readonly signer: BackupSigner | null;
}

async function readIfThere(
  { disk, root }: OpenedFolder,
  file: string,
  bytesMax: number,
): Promise<Buffer | null> {
  const path = join(root, file);
  return (await disk.size(path)) === null ? null : disk.read(path, { bytesMax });
}

async function inspectBackup(opened: OpenedFolder, file: string): Promise<InspectedBackup> {
  const isName = manifestFilePattern.test(file);
  const bytes = isName ? await readIfThere(opened, file, manifestBytesMax) : null;
  if (bytes === null) {
    throw new OperatorError(
      'no_backup',
      `there is no backup ${file} in ${opened.root}: hub backup list shows all backups`,
    );
  }
  const { document: manifest, state } = readManifest(file, bytes.toString('utf8'), opened.signer);
  return { file, manifest, state };
}

async function drillsNow(opened: OpenedFolder): Promise<readonly Drill[]> {
  try {
    const bytes = await readIfThere(opened, drillsFile, drillsBytesMax);
    if (bytes === null) return [];
    const { document, state } = readDrills(bytes.toString('utf8'), opened.signer);
    return state === 'authentic' || opened.signer === null ? document : [];
  } catch (error) {
    // A damaged file counts as missing, because later drills write new results. A disk that fails
    // or does not answer stays an error.
    if (error instanceof OperatorError && error.code !== 'backup_dir_silent') return [];
    throw error;
  }
}

function required(signer: BackupSigner | null): BackupSigner {
  if (signer === null) throw new Error('a backup folder without a secret is read-only');
  return signer;
}
