import { constants, getPriority, setPriority } from 'node:os';
import { processTitle } from './platform.mjs';

/**
 * Gives PostgreSQL's process behind a connection a low priority when this process has a low
 * priority. Works only for a server on this machine, of the same user or for root. The priority is
 * not the lowest. Otherwise the process would hardly run, and would hold its locks for long.
 * @param backend the process id that the server reports
 * @param localPort the port of the connection; undefined for a Unix socket. The title of the
 * process must show this origin, because the process ids of a server in a container belong to
 * other processes here.
 */
export function shareLowPriority(
  backend: number | null,
  localPort: number | undefined,
  ownPriority = getPriority(),
): void {
  if (backend === null) return;
  if (ownPriority <= constants.priority.PRIORITY_NORMAL) return;
  const title = processTitle(backend);
  const origin = localPort === undefined ? ' [local] ' : `(${localPort})`;
  if (!title.startsWith('postgres: ') || !title.includes(origin)) return;
  try {
    setPriority(backend, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // This user is not allowed to change it. The work still pauses between its batches.
  }
}
