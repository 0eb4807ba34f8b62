import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { DirectoryKeeper } from './directory.ts';
import { openDirectory } from './open-directory.ts';

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
