import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { repairOf } from './folder-errors.ts';
import type { FolderPaths } from './folder-paths.ts';
import type { ListedBackup } from './list-backups.ts';

/** The reason why the next backup would probably fail, and the fix, each in one line. */
export interface FolderProblem {
  readonly problem: string;
  readonly fix: string;
}

/** The next backup may write more than every kept backup wrote, but rarely twice as much. */
const roomFactor = 2;

/**
 * Checks that the folder can be written, and has space for twice the bytes that the largest kept
 * backup wrote. If the folder is missing, checks only that its nearest existing parent can be
 * written. Writes nothing.
 * @returns null when a backup can be written
 */
export async function findFolderProblem(
  disk: Disk,
  { root, segments }: FolderPaths,
  backups: readonly ListedBackup[],
): Promise<FolderProblem | null> {
  const code = (await writeErrorOf(disk, root)) ?? (await disk.writeError(segments));
  if (code !== null && code !== 'ENOENT') {
    return { problem: `BACKUP_DIR ${root} cannot be written (${code})`, fix: repairOf(code) };
  }
  const largest = Math.max(0, ...backups.map(({ manifest }) => manifest.bytes));
  const free = await disk.freeBytes(root);
  if (free === null || free >= roomFactor * largest) return null;
  return {
    problem: `BACKUP_DIR ${root} has ${megabytes(free)} MB free, less than twice the ${megabytes(largest)} MB that the largest kept backup wrote`,
    fix: repairOf('ENOSPC'),
  };
}

async function writeErrorOf(disk: Disk, folder: string): Promise<string | null> {
  const code = await disk.writeError(folder);
  const above = dirname(folder);
  return code === 'ENOENT' && above !== folder ? writeErrorOf(disk, above) : code;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
