import { OperatorError } from '../../errors/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space on its disk',
  EDQUOT: 'free some space within its quota',
  EROFS: 'its file system is read-only: set BACKUP_DIR to another folder',
  EACCES: 'let the user that runs the hub read and write there, or set BACKUP_DIR to another folder',
  EPERM: 'let the user that runs the hub read and write there, or set BACKUP_DIR to another folder',
  ENOTDIR: 'it is not a folder, or its parent is not a folder: set BACKUP_DIR to a folder',
  // `mkdir` fails with EEXIST when a file has the name of the folder.
  EEXIST: 'it is not a folder, or its parent is not a folder: set BACKUP_DIR to a folder',
  EISDIR: 'a folder has the name of a file of the backups: remove that folder',
};

export function repairOf(code: string): string {
  return reasons[code] ?? 'check its disk';
}

/** An error of the file system becomes `backup_dir_failed`. */
export async function guarded<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = fileSystemCode(error);
    if (code === null) throw error;
    throw new OperatorError(
      'backup_dir_failed',
      `BACKUP_DIR ${root} failed (${code}): ${repairOf(code)}; earlier backups are unchanged`,
      { cause: error },
    );
  }
}

/** Null for an error that is not from the file system. */
export function fileSystemCode(error: unknown): string | null {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof OperatorError || typeof code !== 'string' ? null : code;
}

/**
 * True for errors of the file system, and for a pipe, a device, a folder or a file that is too
 * large.
 */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof OperatorError) return error.code === 'not_a_file' || error.code === 'file_too_large';
  return fileSystemCode(error) !== null;
}
