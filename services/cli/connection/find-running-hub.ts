import { findHubLockHolders } from '../../../shared/identity/hub-lock.ts';
import { findRunningServer } from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { roleUrl } from '../../../shared/postgres/schema/roles.ts';
import { readPublicOrigin } from '../../../shared/process/public-origin.ts';
import { hubPortsOf } from '../../operations/hub-ports.ts';
import type { HubSettings } from '../settings.ts';

/** A running hub in one or several processes, or a stopped hub that a command holds. */
export interface RunningHub {
  readonly runs: boolean;
  readonly url: string;
  /**
   * The embedded server's address for the role that owns it; null for the operator's own server.
   */
  readonly ownerUrl: string | null;
  /** The port on which plugins reach the hub; null when no ingest process runs. */
  readonly runningPort: number | null;
  /** Null when no console runs. */
  readonly consolePort: number | null;
  /** The `PUBLIC_URL` of its hub process or console; null when not set. */
  readonly publicOrigin: string | null;
  readonly hasProjector: boolean;
  /** Whether one process runs all services of the hub. */
  readonly hasSingleHubProcess: boolean;
}

/** @returns null when no hub runs or the database does not answer */
export async function findRunningHub(settings: HubSettings): Promise<RunningHub | null> {
  const ownerUrl = settings.DATABASE_URL === undefined ? await findRunningServer(settings.DATA_DIR) : null;
  const url = settings.DATABASE_URL ?? (ownerUrl === null ? null : roleUrl('hub_operator', ownerUrl));
  if (url === null) return null;
  const database = openDatabase({ url, name: 'command', maxConnections: 1, statementTimeoutMs: 5_000 });
  try {
    const holders = await findHubLockHolders(database);
    if (holders.every(({ role }) => role === 'command')) return null;
    const { isOneProcess, plugins, pages } = hubPortsOf(holders);
    return {
      url,
      ownerUrl,
      publicOrigin: await readPublicOrigin(database, holders),
      runs: true,
      runningPort: plugins,
      consolePort: pages,
      hasProjector: isOneProcess || holders.some(({ role }) => role === 'projector'),
      hasSingleHubProcess: isOneProcess,
    };
  } catch {
    // The caller then opens the database and reports the problem.
    return null;
  } finally {
    await database.close();
  }
}
