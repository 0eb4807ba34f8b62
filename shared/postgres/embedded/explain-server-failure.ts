import { statfs } from 'node:fs/promises';

/** A server without space for a WAL file, 16 MiB, does not start. */
const leastBytes = 20 * 1_024 ** 2;

/**
 * A full disk, or else the last lines of the output. The output may not name a full disk.
 * @param folder on the disk of the cluster
 */
export async function explainServerFailure(folder: string, output: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= leastBytes && !output.includes('No space left on device')) {
    return output.trim().split('\n').slice(-3).join(' | ').slice(-400);
  }
  return `the disk of ${folder} has too little free space: free some space there, and try again`;
}
