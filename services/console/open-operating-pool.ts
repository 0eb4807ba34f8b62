import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createDamageNotes } from '../../shared/projection/upkeep/note-damage.ts';

/** Somebody waits at a page, or the job of a page. */
const statementTimeoutMs = 60_000;
/** Later than the server's own timeout. A connection that was lost without a word would else be kept as long as TCP waits. */
const abandonDefaultMs = 65_000;
const maxConnections = 3;

/** Opens the pool for the commands of the console, whose statements may take long. */
export function openOperatingPool(
  url: string,
  {
    logger,
    lifecycle,
    abandonAfterMs = abandonDefaultMs,
  }: {
    readonly logger: Logger;
    readonly lifecycle: Lifecycle;
    /** 65 s when not given. */
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
