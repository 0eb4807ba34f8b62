import { readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Gives PostgreSQL's process behind a connection a low priority where this process has one, so that statements of long work
 * wait for those of a hub's readers as the work itself does. Only on this machine, and where the system allows it: of a
 * server of the same user, or to root. It is no lower than that, since a process that hardly runs would keep others waiting
 * for the locks that it holds.
 * @param backend its pid, as the server says it
 * @param localPort of the connection, which the process shows in its title: a pid of a container is another one here
 */
export function shareLowPriority(
  backend: number | null,
  localPort: number | undefined,
  ownPriority = getPriority(),
): void {
  if (backend === null || localPort === undefined) return;
  if (ownPriority <= constants.priority.PRIORITY_NORMAL) return;
  try {
    const title = readFileSync(`/proc/${backend}/cmdline`, 'latin1');
    if (!title.startsWith('postgres: ') || !title.includes(`(${localPort})`)) return;
    setPriority(backend, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // No such process here, or not ours to change: the work still rests between its batches.
  }
}
