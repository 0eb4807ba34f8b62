import { openDatabase } from '../../shared/postgres/database.ts';
import { findRunning } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { findHubLockHolders, type LockHolder } from '../../shared/postgres/hub-lock.ts';
import type { HubSettings } from './settings.ts';

/** A hub that runs: one process, or several. */
export interface RunningHub {
  /** Of its database. */
  readonly url: string;
  /** Where plugins reach it; null when no ingest process runs. */
  readonly runningPort: number | null;
  /** Whether somebody projects what a command appends. */
  readonly projects: boolean;
  /** A hub of one process says which epoch it serves; replicas of query learn with each request what they must show. */
  readonly servesEpochs: boolean;
}

/** The hub that holds the lock of the database, or null; also null when the database does not answer. */
export async function findRunningHub(settings: HubSettings): Promise<RunningHub | null> {
  const url = settings.DATABASE_URL ?? (await findRunning(settings.DATA_DIR));
  if (url === null) return null;
  const database = openDatabase({ url, name: 'command', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    return describe(url, await findHubLockHolders(database));
  } catch {
    // Whoever goes on without a running hub opens the database and says what is wrong with it.
    return null;
  } finally {
    await database.close();
  }
}

function describe(url: string, holders: readonly LockHolder[]): RunningHub | null {
  const holderOf = (role: LockHolder['role']) => holders.find((holder) => holder.role === role);
  const hub = holderOf('hub');
  if (hub !== undefined) return { url, runningPort: hub.port, projects: true, servesEpochs: true };
  const processes = holders.filter(({ role }) => role !== 'command');
  if (processes.length === 0) return null;
  const runningPort = holderOf('ingest')?.port ?? null;
  return { url, runningPort, projects: holderOf('projector') !== undefined, servesEpochs: false };
}
