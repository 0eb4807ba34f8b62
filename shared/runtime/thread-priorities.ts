import { constants, setPriority } from 'node:os';
import { priorityHolders } from './platform.mjs';

/**
 * Lets requests on the same machine go first. shared/runtime/README.md says what the low priority
 * buys.
 */
export function runAtLowPriority(): void {
  setThreadPriorities(process.pid, constants.priority.PRIORITY_LOW);
}

/**
 * Sets the priority of all threads of a process, from -20 (first) to 19. Linux has one priority per
 * thread, and V8's garbage collector has its own threads.
 * @returns whether it worked for all threads; everybody may lower a priority, but only root may
 * raise it again
 */
export function setThreadPriorities(pid: number, priority: number): boolean {
  let isDone = true;
  for (const thread of priorityHolders(pid)) {
    try {
      setPriority(thread, priority);
    } catch {
      isDone = false;
    }
  }
  return isDone;
}
