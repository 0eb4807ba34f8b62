import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { within } from '../../../shared/async/waiting.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import { createDatabaseClockBound } from '../../../shared/postgres/clock/database-clock-bound.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import { followProjection } from '../../../shared/projection/live/follow-projection.ts';
import { accessProjection } from '../projection.ts';
import { type Directory, type DirectoryKeeper, DirectoryUnavailable } from './directory.ts';
import { type DirectoryCopy, readDirectory, readQuietDirectory } from './read-directory.ts';

const staleAfterMs = 5_000;
const renewedWithinMs = 250;

/**
 * Returns at once; `current` throws until the first read is done. The version never decreases: a
 * new live generation is shown after it has caught up, so that a revoked key stays revoked.
 */
export function openDirectory(options: {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
}): DirectoryKeeper {
  const { database, notifications, logger } = options;
  const listeners = new Set<(directory: Directory) => void>();
  let copy: DirectoryCopy | null = null;
  const waiters = createVersionWaiters();
  const clock = createDatabaseClockBound();

  const follower = followProjection({
    name: 'refresh of the directory',
    projection: accessProjection.name,
    watermarks: true,
    notifications,
    logger,
    read: refresh,
  });

  async function refresh(): Promise<boolean> {
    const quiet = copy === null ? null : await readQuietDirectory(database, copy);
    const fresh = quiet ?? (await readDirectory(database, copy));
    if (fresh !== null) clock.observe(fresh.clock);
    if (fresh === null || fresh.directory.version < (copy?.directory.version ?? 0)) return false;
    copy = fresh;
    for (const listener of listeners) listener(fresh.directory);
    waiters.show(fresh.directory);
    return true;
  }

  function currentOrStale(): Directory {
    if (copy === null) throw new DirectoryUnavailable('the directory was not read yet');
    return copy.directory;
  }

  function current(): Directory {
    const directory = currentOrStale();
    if (follower.ageMs() > staleAfterMs) throw new DirectoryUnavailable('the directory is stale');
    return directory;
  }

  async function atLeast(version: number, deadlineMs: number): Promise<Directory> {
    if (copy !== null && copy.directory.version >= version) return copy.directory;
    const reached = waiters.wait(version, deadlineMs);
    follower.requestRead();
    return reached;
  }

  async function renewed(): Promise<Directory> {
    if (await follower.refresh(renewedWithinMs)) return current();
    throw new DirectoryUnavailable('the directory was not read in time');
  }

  return {
    current,
    currentOrStale,
    atLeast,
    renewed,
    latestClock: clock.latest,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      waiters.close();
      await follower.close();
    },
  };
}

interface Waiter extends PromiseWithResolvers<Directory> {
  readonly version: number;
}

const waitingMax = 2_000;

function createVersionWaiters() {
  const waiters = new Set<Waiter>();
  let closed = false;
  return {
    wait: async (version: number, deadlineMs: number) => {
      if (closed) throw new DirectoryUnavailable('the directory is closed');
      if (waiters.size >= waitingMax)
        throw new DirectoryUnavailable('too many requests wait for the directory');
      const waiter = { version, ...Promise.withResolvers<Directory>() };
      waiters.add(waiter);
      return within(deadlineMs, waiter.promise, () => {
        throw new DirectoryUnavailable(`the directory did not reach ${version} in time`);
      }).finally(() => waiters.delete(waiter));
    },
    show: (directory: Directory) => {
      for (const { version, resolve } of waiters) if (directory.version >= version) resolve(directory);
    },
    /** Otherwise the timers of callers would keep a stopping process alive. */
    close: () => {
      closed = true;
      for (const { reject } of waiters) reject(new DirectoryUnavailable('the directory was closed'));
    },
  };
}

/** A new release may build the projection again before the first copy. */
const firstCopyMs = 30_000;

/** @throws DirectoryUnavailable without a copy within 30 s */
export async function startDirectory(options: {
  /** For short statements. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}): Promise<DirectoryKeeper> {
  const directory = openDirectory(options);
  options.lifecycle.onClose(directory.close);
  await directory.atLeast(0, firstCopyMs);
  return directory;
}
