import { statfs } from 'node:fs/promises';

/** A WAL file takes 16 MiB, and a server without space for a WAL file does not start. */
const leastBytes = 20 * 1_024 ** 2;

/**
 * The reason why the server or `initdb` failed: a full disk, or else the last lines of the output.
 * The output may name a full disk in an early line, or not at all.
 * @param folder on the disk of the cluster
 */
export async function explainServerFailure(folder: string, output: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= leastBytes && !output.includes('No space left on device')) return oneLine(output);
  return `the disk of ${folder} has too little free space: free some space there, and try again`;
}

/** The last lines of a program's output, as one line for an error message. */
function oneLine(output: string): string {
  return output.trim().split('\n').slice(-3).join(' | ').slice(-400);
}
