import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Also creates the folders above.
 * @param mode by default 0o777 without the bits of the umask
 * @throws the error of the system
 */
export async function createFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    // A recursive mkdir of Node reports a read-only file system as ENOENT.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await createFolder(dirname(path), mode);
    await mkdir(path, { mode });
  }
}
