import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createDamageNotes } from '../../shared/projection/upkeep/note-damage.ts';

const statementTimeoutMs = 60_000;
/** Longer than the server's own timeout: a silently lost connection would otherwise stay. */
const abandonDefaultMs = 65_000;
const maxConnections = 3;

/** For commands of the console with long statements. */
export function openOperatingPool(
  url: string,
  {
    logger,
    lifecycle,
    abandonAfterMs = abandonDefaultMs,
  }: {
    readonly logger: Logger;
    readonly lifecycle: Lifecycle;
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
