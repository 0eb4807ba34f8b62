import type { Lifecycle } from '../lifecycle.ts';
import { type Database, openDatabase } from '../postgres/database.ts';

/** As long as a request may take in the database (decisions.md, HTTP). */
const statementTimeoutMs = 5_000;
/** Past the server's own timeout. */
const abandonAfterMs = 6_000;

/** Connections for what a request waits for. */
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
