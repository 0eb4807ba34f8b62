import { join, resolve } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import { draftPattern } from '../../files/durable-file.ts';
import { releaseBuffer } from '../../runtime/release-buffer.ts';
import {
  type BackupKeys,
  backupKeysBytesMax,
  backupKeysFile,
  packBackupKeys,
  unpackBackupKeys,
} from './backup-keys.ts';
import { sha256Of } from './checked-json.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { type Drill, drillsBytesMax, drillsFile, readDrills, withDrill, writeDrills } from './drills.ts';
import { claimFile, claimFolder } from './folder-claim.ts';
import {
  type BackupSegment,
  type Manifest,
  manifestFile,
  manifestFilePattern,
  readManifest,
  writeManifest,
} from './manifest.ts';

/** A backup with the name of its manifest. */
export interface ListedBackup {
  readonly file: string;
  readonly manifest: Manifest;
}

export interface BackupList {
  /** Oldest first. */
  readonly backups: readonly ListedBackup[];
  /** Manifests that this release cannot read. They may name any segment, so no file may be deleted while they are there. */
  readonly unreadable: readonly { readonly file: string; readonly error: OperatorError }[];
}

export interface WrittenSegment {
  readonly file: string;
  readonly isNew: boolean;
}

/** The files of `BACKUP_DIR` (operations.md, Backups). */
export interface BackupFolder {
  readonly path: string;
  list(): Promise<BackupList>;
  /** Claims the folder durably for a hub, unless a hub has it. @returns the id of the hub that has the folder */
  claim(hub: string): Promise<string>;
  /** @throws OperatorError for a missing or unreadable manifest */
  readBackup(file: string): Promise<Manifest>;
  /** Writes a segment. Other content with the same name stays. @returns the name of the file, and whether it is new */
  writeSegment(name: string, content: Buffer): Promise<WrittenSegment>;
  /** The bytes of a segment. @throws OperatorError when they differ from the manifest */
  readSegment(segment: BackupSegment): Promise<Buffer>;
  /** Whether the SHA-256 of its bytes is the SHA-256 in the manifest; false for an unreadable file. */
  isIntact(segment: BackupSegment): Promise<boolean>;
  /** Whether the file exists with the size in the manifest. Does not read the file. */
  hasSegment(segment: BackupSegment): Promise<boolean>;
  /** Null before the first backup. */
  readKeys(): Promise<BackupKeys | null>;
  writeKeys(keys: BackupKeys): Promise<void>;
  /** Writes the manifest. The backup is listed from then on. @returns the name of the manifest */
  addBackup(manifest: Manifest): Promise<string>;
  removeBackup(file: string): Promise<void>;
  /** Empty without drills, and for an unreadable file: new drills come each night. */
  readDrills(): Promise<readonly Drill[]>;
  noteDrill(drill: Drill): Promise<void>;
  /** Deletes the rest of interrupted backups: drafts, and segments that none of these manifests names. */
  clearUp(manifests: readonly Manifest[]): Promise<void>;
}

const manifestBytesMax = 64 * 1024 * 1024;

export function openBackupFolder(path: string, disk: Disk = nodeDisk): BackupFolder {
  const root = resolve(path);
  const segments = join(root, 'segments');
  const guard = <Result>(work: () => Promise<Result>) => guarded(root, work);

  async function readBackup(file: string): Promise<Manifest> {
    if (!manifestFilePattern.test(file)) throw noBackup(root, file);
    const size = await disk.size(join(root, file));
    if (size === null) throw noBackup(root, file);
    const text = size > manifestBytesMax ? '' : (await disk.read(join(root, file))).toString('utf8');
    return readManifest(file, text);
  }

  async function drillsNow(): Promise<readonly Drill[]> {
    const path = join(root, drillsFile);
    const size = await disk.size(path);
    if (size === null || size > drillsBytesMax) return [];
    try {
      return readDrills((await disk.read(path)).toString('utf8'));
    } catch (error) {
      if (error instanceof OperatorError) return [];
      throw error;
    }
  }

  return {
    path: root,
    readBackup: (file) => guard(() => readBackup(file)),
    list: () => guard(async () => listManifests(await disk.list(root), readBackup)),
    claim: (hub) => guard(() => claimFolder(disk, root, hub)),
    writeSegment: (name, content) => guard(() => writeSegment(disk, segments, name, content)),
    readSegment: (segment) => guard(() => readSegment(disk, segments, segment)),
    hasSegment: ({ file, bytes }) => guard(async () => (await disk.size(join(segments, file))) === bytes),
    isIntact: (segment) => isIntact(disk, segments, segment),
    readKeys: () =>
      guard(async () => {
        const file = join(root, backupKeysFile);
        const size = await disk.size(file);
        if (size === null) return null;
        return unpackBackupKeys(size > backupKeysBytesMax ? Buffer.alloc(0) : await disk.read(file));
      }),
    writeKeys: (keys) =>
      guard(async () => {
        await disk.createFolder(root);
        await disk.write(join(root, backupKeysFile), await packBackupKeys(keys));
      }),
    addBackup: (manifest) =>
      guard(async () => {
        const file = manifestFile(new Date(manifest.taken_at));
        await disk.createFolder(root);
        await disk.write(join(root, file), writeManifest(manifest));
        return file;
      }),
    removeBackup: (file) => guard(() => disk.remove(join(root, file))),
    readDrills: () => guard(drillsNow),
    noteDrill: (drill) =>
      guard(async () => {
        const drills = withDrill(await drillsNow(), drill, await disk.list(root));
        await disk.write(join(root, drillsFile), writeDrills(drills));
      }),
    clearUp: (manifests) => guard(() => clearUp(disk, { root, segments }, manifests)),
  };
}

async function listManifests(
  files: readonly string[],
  read: (file: string) => Promise<Manifest>,
): Promise<BackupList> {
  const backups: ListedBackup[] = [];
  const unreadable: { file: string; error: OperatorError }[] = [];
  for (const file of files.filter((name) => manifestFilePattern.test(name)).sort()) {
    try {
      backups.push({ file, manifest: await read(file) });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      unreadable.push({ file, error });
    }
  }
  return { backups, unreadable };
}

/** A file with the same name and other content stays: it belongs to a log before a restore, or to another hub. */
async function writeSegment(
  disk: Disk,
  segments: string,
  name: string,
  content: Buffer,
): Promise<WrittenSegment> {
  const own = `${name}-${sha256Of(content).slice(0, 16)}`;
  const plain = join(segments, `${name}.zst`);
  const isFree = (await disk.size(plain)) === null;
  // An unreadable file counts as other content.
  const there = isFree ? null : await disk.read(plain).catch(ifUnreadable(null));
  if (there?.equals(content)) return { file: `${name}.zst`, isNew: false };
  await disk.createFolder(segments);
  await disk.write(isFree ? plain : join(segments, `${own}.zst`), content);
  return { file: `${isFree ? name : own}.zst`, isNew: true };
}

async function isIntact(disk: Disk, segments: string, segment: BackupSegment): Promise<boolean> {
  try {
    releaseBuffer(await readSegment(disk, segments, segment));
    return true;
  } catch (error) {
    const isDamaged = error instanceof OperatorError && error.code === 'segment_damaged';
    return isDamaged ? false : ifUnreadable(false)(error);
  }
}

async function readSegment(disk: Disk, segments: string, segment: BackupSegment): Promise<Buffer> {
  const path = join(segments, segment.file);
  // The size is checked first, so that a file that grew is not read.
  const isThere = (await disk.size(path)) === segment.bytes;
  const content = isThere ? await disk.read(path) : null;
  if (content !== null && sha256Of(content) === segment.sha256) return content;
  throw new OperatorError(
    'segment_damaged',
    `segments/${segment.file} is not what the backup wrote: take another backup, or another copy of that file`,
  );
}

async function clearUp(
  disk: Disk,
  { root, segments }: { readonly root: string; readonly segments: string },
  manifests: readonly Manifest[],
): Promise<void> {
  const named = new Set(
    manifests.flatMap(({ partitions }) =>
      partitions.flatMap((part) => part.segments.map(({ file }) => file)),
    ),
  );
  for (const file of await disk.list(segments)) {
    if (isOfSegment(file) && !named.has(file)) await disk.remove(join(segments, file));
  }
  for (const file of await disk.list(root)) {
    if (isDraftOf(file)) await disk.remove(join(root, file));
  }
}

/** Whether a file is a segment or the draft of a segment. Other files are not the hub's. */
function isOfSegment(file: string): boolean {
  return /^hub\.[a-z]+-\d+-\d+-\d+/.test(file) && /\.zst(\.[0-9a-f]{12})?$/.test(file);
}

function isDraftOf(file: string): boolean {
  const whole = file.replace(draftPattern, '');
  const isOurs = [claimFile, backupKeysFile, drillsFile].includes(whole) || manifestFilePattern.test(whole);
  return whole !== file && isOurs;
}

function noBackup(root: string, file: string): OperatorError {
  return new OperatorError('no_backup', `there is no backup ${file} in ${root}: hub backup list names them`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space on its disk',
  EDQUOT: 'free some space within its quota',
  EROFS: 'its file system is read-only: set BACKUP_DIR to another folder',
  EACCES: 'let the account that runs the hub read and write there, or set BACKUP_DIR to another folder',
  EPERM: 'let the account that runs the hub read and write there, or set BACKUP_DIR to another folder',
  ENOTDIR: 'it is no folder, or lies in none: set BACKUP_DIR to a folder',
  // The error of a folder whose name a file has.
  EEXIST: 'it is no folder, or lies in none: set BACKUP_DIR to a folder',
};

async function guarded<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof OperatorError || typeof code !== 'string') throw error;
    throw new OperatorError(
      'backup_dir_failed',
      `BACKUP_DIR ${root} failed (${code}): ${reasons[code] ?? 'check its disk'}; earlier backups are as they were`,
      { cause: error },
    );
  }
}

/** The given value for a file that the disk cannot read, for any reason. */
function ifUnreadable<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (typeof (error as NodeJS.ErrnoException).code === 'string' && !(error instanceof OperatorError))
      return value;
    throw error;
  };
}
