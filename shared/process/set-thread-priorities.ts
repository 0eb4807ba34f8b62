import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives a process's threads this priority, -20 (first) to 19. Linux keeps one for each: the process's own leaves V8's
 * workers, whose collections take a fifth of the CPU, where they were.
 * @returns whether all have it: less than before is allowed to everyone, more only to root
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
