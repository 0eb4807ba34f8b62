import { within } from '../../../shared/async/waiting.ts';
import { type Directory, DirectoryUnavailable } from './directory.ts';

export interface VersionWaiters {
  /**
   * @throws DirectoryUnavailable after `deadlineMs`, when it is closed, and when too many wait
   */
  wait(version: number, deadlineMs: number): Promise<Directory>;
  /** Gives a new copy to all callers that wait for it. */
  show(directory: Directory): void;
  /**
   * Refuses all current and later callers. Otherwise their timers would keep a stopping process
   * alive.
   */
  close(): void;
}

interface Waiter {
  readonly version: number;
  readonly resolve: (directory: Directory) => void;
  readonly reject: (error: DirectoryUnavailable) => void;
}

const waitingMax = 2_000;

export function createVersionWaiters(): VersionWaiters {
  const waiters = new Set<Waiter>();
  let closed = false;
  return {
    wait: async (version, deadlineMs) => {
      if (closed) throw new DirectoryUnavailable('the directory is closed');
      if (waiters.size >= waitingMax)
        throw new DirectoryUnavailable('too many requests wait for the directory');
      const { promise, resolve, reject } = Promise.withResolvers<Directory>();
      const waiter = { version, resolve, reject };
      waiters.add(waiter);
      return within(deadlineMs, promise, () => {
        throw new DirectoryUnavailable(`the directory did not reach ${version} in time`);
      }).finally(() => waiters.delete(waiter));
    },
    show: (directory) => {
      for (const { version, resolve } of waiters) if (directory.version >= version) resolve(directory);
    },
    close: () => {
      closed = true;
      for (const { reject } of waiters) reject(new DirectoryUnavailable('the directory was closed'));
    },
  };
}
