import type { Logger } from '../../shared/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { type Directory, type DirectoryKeeper, DirectoryUnavailable } from './directory.ts';
import { type DirectoryCopy, readDirectory } from './read-directory.ts';

const pollEveryMs = 1_000;
/** Notifications that come closer together share a refresh. */
const refreshEveryMs = 50;
const staleAfterMs = 5_000;
/** Requests that wait for an epoch; beyond that the hub is busy. */
const waitingMax = 2_000;

/**
 * Opens the copy and keeps it current until `close`. Returns at once; `current` throws until the first read is done.
 * It never goes back: a generation that became live and is behind is not shown before it has caught up, so that a
 * revoked key stays revoked.
 */
export function openDirectory(options: {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
}): DirectoryKeeper {
  const { database, notifications, logger } = options;
  const listeners = new Set<(directory: Directory) => void>();
  let copy: DirectoryCopy | null = null;
  let copiedAt = Number.NEGATIVE_INFINITY;
  let startedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let waiting = 0;
  let closed = false;

  async function refresh(): Promise<void> {
    startedAt = performance.now();
    try {
      const fresh = await readDirectory(database, copy);
      if (fresh !== null && fresh.directory.epoch >= (copy?.directory.epoch ?? 0)) {
        copy = fresh;
        copiedAt = startedAt;
        for (const listener of listeners) listener(fresh.directory);
      }
      failing = false;
    } catch (error) {
      if (!failing && !closed) logger.warn({ err: error }, 'cannot refresh the directory, trying again');
      failing = true;
    }
  }

  /** Soon, however often it is called: a call during a refresh leads to one more, which sees what caused the call. */
  function refreshSoon(): void {
    if (closed || timer !== undefined) return;
    const waitMs = Math.max(0, startedAt + refreshEveryMs - performance.now());
    timer = setTimeout(() => {
      refreshing = (refreshing ?? Promise.resolve()).then(() => {
        timer = undefined;
        return closed ? undefined : refresh();
      });
    }, waitMs);
  }

  const poll = setInterval(refreshSoon, pollEveryMs);
  const stopListening = notifications.on('hub_projection', (payload) => {
    if (payload === '' || payload === 'access' || payload === 'generations') refreshSoon();
  });
  refreshSoon();

  function currentOrStale(): Directory {
    if (copy === null) throw new DirectoryUnavailable('the directory was not read yet');
    return copy.directory;
  }

  function onChange(listener: (directory: Directory) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    current: () => {
      const directory = currentOrStale();
      if (performance.now() - copiedAt > staleAfterMs)
        throw new DirectoryUnavailable('the directory is stale');
      return directory;
    },
    currentOrStale,
    atLeast: async (epoch, deadlineMs) => {
      if (copy !== null && copy.directory.epoch >= epoch) return copy.directory;
      if (waiting >= waitingMax) throw new DirectoryUnavailable('too many requests wait for the directory');
      waiting += 1;
      refreshSoon();
      return waitFor(onChange, epoch, deadlineMs).finally(() => {
        waiting -= 1;
      });
    },
    onChange,
    close: async () => {
      closed = true;
      clearInterval(poll);
      clearTimeout(timer);
      stopListening();
      await refreshing;
    },
  };
}

function waitFor(
  onChange: DirectoryKeeper['onChange'],
  epoch: number,
  deadlineMs: number,
): Promise<Directory> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new DirectoryUnavailable(`the directory did not reach ${epoch} in time`));
    }, deadlineMs);
    const stop = onChange((directory) => {
      if (directory.epoch < epoch) return;
      clearTimeout(timer);
      stop();
      resolve(directory);
    });
  });
}
