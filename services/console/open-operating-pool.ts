import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createDamageNotes } from '../../shared/projection/upkeep/note-damage.ts';

/** A person at a page waits for most of these statements. */
const statementTimeoutMs = 60_000;
/**
 * Longer than the server's own timeout. A silently lost connection would otherwise stay until TCP
 * gives up.
 */
const abandonDefaultMs = 65_000;
const maxConnections = 3;

/** Opens the pool for commands of the console with long statements. */
export function openOperatingPool(
  url: string,
  {
    logger,
    lifecycle,
    abandonAfterMs = abandonDefaultMs,
  }: {
    readonly logger: Logger;
    readonly lifecycle: Lifecycle;
    /** Default: 65 s. */
    readonly abandonAfterMs?: number;
  },
): Database {
  const database = openDatabase({
    url,
    name: 'operating',
    maxConnections,
    statementTimeoutMs,
    abandonAfterMs,
    onDamage: createDamageNotes(logger),
  });
  lifecycle.onClose(database.close);
  return database;
}
