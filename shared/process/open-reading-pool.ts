import type { Lifecycle } from '../async/lifecycle.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase, requestStatementTimeoutMs } from '../postgres/open-database.ts';
import { createDamageNotes } from '../projection/upkeep/note-damage.ts';

/** Later than the timeout of the server. */
const abandonAfterMs = 6_000;

/**
 * The connections that load the copies in memory. Requests cannot take these connections. Otherwise
 * many requests would stop the updates of the copies, and then answers from memory are refused.
 */
export const followerConnections = 2;

/** Opens a pool for short statements of requests or of followers of projections. */
export function openReadingPool(
  url: string,
  maxConnections: number,
  { logger, lifecycle }: { readonly logger: Logger; readonly lifecycle: Lifecycle },
): Database {
  const database = openDatabase({
    url,
    name: 'reading',
    maxConnections,
    statementTimeoutMs: requestStatementTimeoutMs,
    abandonAfterMs,
    onDamage: createDamageNotes(logger),
  });
  lifecycle.onClose(database.close);
  return database;
}
