import type { LockRole } from '../identity/hub-lock.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import {
  durabilityFault,
  fullPageWritesHint,
  startingConnectionsFault,
} from '../postgres/server/server-faults.ts';
import { readServerState } from '../postgres/server/server-state.ts';
import { connectionNeedOf } from './connection-needs.ts';

/** The session that holds the hub lock is open already. */
const openSessions = 1;

/**
 * Warns when the server may lose confirmed data, or has fewer free connections than this process
 * may need.
 */
export async function warnOfServer(database: Database, role: LockRole, logger: Logger): Promise<void> {
  const state = await readServerState(database);
  const need = connectionNeedOf(role) - openSessions;
  for (const fault of [durabilityFault(state), startingConnectionsFault(state, need)]) {
    if (fault !== null) logger.warn({ fix: fault.fix }, `${fault.what}: ${fault.why}`);
  }
  const hint = fullPageWritesHint(state);
  if (hint !== null) logger.info(hint);
}
