import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Lets requests on the same machine go first. Where it is not allowed, long work still rests between its batches. */
export function runAtLowPriority(): void {
  setThreadPriorities(process.pid, constants.priority.PRIORITY_LOW);
}

/**
 * Sets the priority of all threads of a process, from -20 (first) to 19. Linux has one per thread: setting the process's own
 * would not change V8's worker threads, whose garbage collection takes a fifth of the CPU.
 * @returns whether it worked for all threads; anyone may lower priorities, but only root may raise them
 */
export function setThreadPriorities(pid: number, priority: number): boolean {
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`) : [pid];
  let all = true;
  for (const thread of threads) {
    try {
      setPriority(Number(thread), priority);
    } catch {
      all = false;
    }
  }
  return all;
}
