import { dirname } from 'node:path';
import type { Disk, FolderPaths } from './disk.ts';
import { repairOf } from './folder-errors.ts';
import type { ListedBackup } from './list-backups.ts';

/** Each field is one line. */
export interface FolderProblem {
  readonly problem: string;
  readonly fix: string;
}

/** The next backup rarely writes twice as much as the largest kept backup. */
const roomFactor = 2;

/**
 * For a missing folder, checks only that its nearest existing parent can be written. Writes
 * nothing.
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
