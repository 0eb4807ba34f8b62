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

/** A backup by the name of its manifest. */
export interface ListedBackup {
  readonly file: string;
  readonly manifest: Manifest;
}

export interface BackupList {
  /** Oldest first. */
  readonly backups: readonly ListedBackup[];
  /** Manifests that this release cannot read. What they name is unknown, so nothing may be cleared away beside them. */
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
  /** Notes durably that the folder is a hub's, unless it is one's already. @returns the id of the hub that has it */
  claim(hub: string): Promise<string>;
  /** @throws OperatorError when there is no such manifest, or it cannot be read */
  readBackup(file: string): Promise<Manifest>;
  /** Writes a segment beside others of the same name. @returns the name that it got, and whether it was not there already */
  writeSegment(name: string, content: Buffer): Promise<WrittenSegment>;
  /** The bytes of a segment. @throws OperatorError when they are not those that the manifest names */
  readSegment(segment: BackupSegment): Promise<Buffer>;
  /** Whether its bytes are those that the manifest names, by their SHA-256; one that cannot be read is not. Holds one segment in memory. */
  isIntact(segment: BackupSegment): Promise<boolean>;
  /** Whether it is there with the size that the manifest names: what it holds is not read. */
  hasSegment(segment: BackupSegment): Promise<boolean>;
  /** Null before the first backup. */
  readKeys(): Promise<BackupKeys | null>;
  writeKeys(keys: BackupKeys): Promise<void>;
  /** Writes the manifest, which makes the backup one that is listed. @returns its name */
  addBackup(manifest: Manifest): Promise<string>;
  removeBackup(file: string): Promise<void>;
  /** None where there are none, and where they cannot be read: they are made anew each night. */
  readDrills(): Promise<readonly Drill[]>;
  noteDrill(drill: Drill): Promise<void>;
  /** Deletes what interrupted backups left: drafts, and segments that none of these manifests names. */
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
        await disk.makeFolder(root);
        await disk.write(join(root, backupKeysFile), await packBackupKeys(keys));
      }),
    addBackup: (manifest) =>
      guard(async () => {
        const file = manifestFile(new Date(manifest.taken_at));
        await disk.makeFolder(root);
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

/** A name that something else has, of a log before a restore or of another hub, is left to it. */
async function writeSegment(
  disk: Disk,
  segments: string,
  name: string,
  content: Buffer,
): Promise<WrittenSegment> {
  const own = `${name}-${sha256Of(content).slice(0, 16)}`;
  const plain = join(segments, `${name}.zst`);
  const isFree = (await disk.size(plain)) === null;
  // One that cannot be read is something else.
  const there = isFree ? null : await disk.read(plain).catch(ifUnreadable(null));
  if (there?.equals(content)) return { file: `${name}.zst`, isNew: false };
  await disk.makeFolder(segments);
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
  // Asked first, so that no file that somebody made large is read.
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

/** A segment or a draft of one; whatever else lies there is not ours. */
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
  // What making the folder says of a file there.
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
      `BACKUP_DIR ${root} failed (${code}): ${reasons[code] ?? 'look at its disk'}; earlier backups are as they were`,
      { cause: error },
    );
  }
}

/** For a file that the disk does not give, whatever the reason. */
function ifUnreadable<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (typeof (error as NodeJS.ErrnoException).code === 'string' && !(error instanceof OperatorError))
      return value;
    throw error;
  };
}
