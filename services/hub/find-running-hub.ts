import { openDatabase } from '../../shared/postgres/database.ts';
import { findRunning } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { findHubLockHolder } from '../../shared/postgres/hub-lock.ts';
import type { HubSettings } from './settings.ts';

export interface RunningHub {
  /** Of its database. */
  readonly url: string;
  readonly runningPort: number;
}

/** The hub that holds the lock of the database, or null; also null when the database does not answer. */
export async function findRunningHub(settings: HubSettings): Promise<RunningHub | null> {
  const url = settings.DATABASE_URL ?? (await findRunning(settings.DATA_DIR));
  if (url === null) return null;
  const database = openDatabase({ url, name: 'command', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    const holder = await findHubLockHolder(database);
    return holder?.role === 'hub' ? { url, runningPort: holder.port } : null;
  } catch {
    // Whoever goes on without a running hub opens the database and says what is wrong with it.
    return null;
  } finally {
    await database.close();
  }
}
