import { findDataDirFault } from '../../../../../shared/files/data-dir.ts';
import { findHubLockHolders } from '../../../../../shared/identity/hub-lock.ts';
import type { Database } from '../../../../../shared/postgres/database.ts';
import {
  durabilityFault,
  readOnlyFault,
  totalConnectionsFault,
} from '../../../../../shared/postgres/server/server-faults.ts';
import { readServerState } from '../../../../../shared/postgres/server/server-state.ts';
import { connectionNeedOf } from '../../../../../shared/process/connection-needs.ts';
import { defineAdminRead } from '../../define-admin-route.ts';

/** The doctor cannot report a read-only database, which stores no job. */
export const adminFaultsRoute = defineAdminRead('admin/faults', async ({ operations, dataDir }) => {
  const folder = await findDataDirFault(dataDir);
  const ofFolder = folder === null ? [] : [{ ...folder, why: 'the hub does not start again' }];
  return { faults: [...(await serverFaults(operations.database)), ...ofFolder] };
});

async function serverFaults(database: Database) {
  const state = await readServerState(database);
  const needs = (await findHubLockHolders(database)).map(({ role }) => ({
    process: role,
    need: connectionNeedOf(role),
  }));
  return [readOnlyFault(state), durabilityFault(state), totalConnectionsFault(state, needs)]
    .filter((fault) => fault !== null)
    .map(({ what, why, fix }) => ({ what, why, fix }));
}
