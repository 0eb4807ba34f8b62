import { findHubLockHolders } from '../../shared/identity/hub-lock.ts';
import type { Database } from '../../shared/postgres/database.ts';

/** The ports of the running hub; null for a service that no process runs. */
export interface HubPorts {
  readonly isOneProcess: boolean;
  readonly plugins: number | null;
  readonly pages: number | null;
}

/** Finds the ports by the hub lock, which every process of the hub holds. */
export async function findHubPorts(database: Database): Promise<HubPorts> {
  const holders = await findHubLockHolders(database);
  const portOf = (role: string) => holders.find((holder) => holder.role === role)?.port ?? null;
  const hub = portOf('hub');
  return {
    isOneProcess: hub !== null,
    plugins: hub ?? portOf('ingest'),
    pages: hub ?? portOf('console'),
  };
}
