import type { Lifecycle } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import { type Database, openDatabase, requestStatementTimeoutMs } from '../postgres/database.ts';
import { createDamageNotes } from '../projection/upkeep/note-damage.ts';

/** Later than the server's own timeout. */
const abandonAfterMs = 6_000;

/** Opens a pool for the statements of requests. */
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
