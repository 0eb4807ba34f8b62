import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder, and the folders above it, unless they exist.
 * @param mode the permissions of created folders, by default 0o777 without the bits of the umask
 * @throws the error of the system, for example `EROFS`
 */
export async function createFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    // A recursive mkdir of Node reports a read-only file system as ENOENT, a plain mkdir does not.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await createFolder(dirname(path), mode);
    await mkdir(path, { mode });
  }
}
