import type { Lifecycle } from '../async/lifecycle.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase, requestStatementTimeoutMs } from '../postgres/open-database.ts';
import { createDamageNotes } from '../projection/upkeep/note-damage.ts';

/** Later than the server's own timeout. */
const abandonAfterMs = 6_000;

/**
 * Connections by which a process keeps in memory what it answers from, and which no request takes: while requests held all
 * others, a query knew neither keys nor state any more after 5 s, and refused the maps, which cost no statement. Each of its
 * followers reads one at a time, and one of them may have to wait.
 */
export const followerConnections = 2;

/** Opens a pool for short statements: those of requests, or those that follow the projections. */
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
