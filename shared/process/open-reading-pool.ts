import type { Lifecycle } from '../lifecycle.ts';
import { type Database, openDatabase } from '../postgres/database.ts';

/** How long a statement of a request may take (decisions.md, HTTP). */
const statementTimeoutMs = 5_000;
/** Later than the server's own timeout. */
const abandonAfterMs = 6_000;

/** Opens a pool for the statements of requests. */
export function openReadingPool(url: string, maxConnections: number, lifecycle: Lifecycle): Database {
  const database = openDatabase({
    url,
    name: 'reading',
    maxConnections,
    statementTimeoutMs,
    abandonAfterMs,
  });
  lifecycle.onClose(database.close);
  return database;
}
