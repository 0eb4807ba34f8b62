import { accessSync, constants, statfsSync } from 'node:fs';

const memoryFolder = '/dev/shm';
/** Several times the size of the clusters and logs of all tests that run at once. */
const freeMin = 4 * 1_024 ** 3;

/** Creating and deleting the files of clusters on a disk took 3 % of the CPU of a run. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  process.env.TMPDIR = memoryFolder;
}

function hasRoom(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > freeMin;
  } catch {
    return false;
  }
}
