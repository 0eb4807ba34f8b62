import { findHubLockHolders, type LockHolder } from '../../shared/identity/hub-lock.ts';
import type { Database } from '../../shared/postgres/database.ts';

/** Null: no process runs the service. */
export interface HubPorts {
  readonly isOneProcess: boolean;
  readonly plugins: number | null;
  readonly pages: number | null;
}

export async function findHubPorts(database: Database): Promise<HubPorts> {
  return hubPortsOf(await findHubLockHolders(database));
}

export function hubPortsOf(holders: readonly LockHolder[]): HubPorts {
  const portOf = (role: string) => holders.find((holder) => holder.role === role)?.port ?? null;
  const hub = portOf('hub');
  return { isOneProcess: hub !== null, plugins: hub ?? portOf('ingest'), pages: hub ?? portOf('console') };
}
