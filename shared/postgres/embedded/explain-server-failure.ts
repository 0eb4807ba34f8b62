import { statfs } from 'node:fs/promises';

/** A file of WAL takes 16 MiB, and a server that lacks the room for one does not start. */
const leastBytes = 20 * 1_024 ** 2;

/**
 * Why the server, or what makes its cluster, failed: the disk has no room, which is said in a log file or many lines before
 * the last, or else its last lines.
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
