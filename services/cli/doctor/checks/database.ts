import { findHubLockHolders, type LockHolder } from '../../../../shared/identity/hub-lock.ts';
import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import {
  durabilityFault,
  fullPageWritesHint,
  readOnlyFault,
  totalConnectionsFault,
} from '../../../../shared/postgres/server/server-faults.ts';
import { readServerState, type ServerState } from '../../../../shared/postgres/server/server-state.ts';
import { connectionNeedOf } from '../../../../shared/process/connection-needs.ts';
import { findLaterRelease } from '../../../../shared/process/noted-release.ts';
import { NotOpened } from '../examined-hub.ts';
import { type Check, type Fault, type Finding, findingOf } from '../finding.ts';

export const databaseCheck: Check = {
  name: 'database',
  run: async (hub) => {
    try {
      const database = hub.database();
      const server = await readServerState(database);
      const tables = await hasTable(database, 'projection.generation');
      const holders = hub.server().runs ? await findHubLockHolders(database) : [];
      const later = tables ? await findLaterRelease(database) : null;
      return judgeDatabase({ problem: null, server, tables, later, holders });
    } catch (error) {
      if (!(error instanceof NotOpened) || error.part !== 'database') throw error;
      return judgeDatabase({ ...unopenedDatabase, problem: error });
    }
  },
};

export interface DatabaseFacts {
  /** Null when the database opens. */
  readonly problem: Pick<NotOpened, 'message' | 'code' | 'fix'> | null;
  /** Null when the database cannot be opened. */
  readonly server: ServerState | null;
  readonly tables: boolean;
  /** The newest later release that has used the database. */
  readonly later: string | null;
  /** The running processes. */
  readonly holders: readonly Pick<LockHolder, 'role' | 'port'>[];
}

export const unopenedDatabase = { server: null, tables: false, later: null, holders: [] };

/** `number` is a `server_version_num`. */
const oldest = { number: 150_000, name: 'PostgreSQL 15' };

/** Problems of a database that answers but cannot be opened. */
const faultsByCode: Readonly<Record<string, Omit<Fault, 'what'>>> = {
  already_running: {
    why: 'the database cannot be checked until that process has ended or is ready',
    fix: 'wait until then, and run hub doctor again',
  },
  restore_interrupted: {
    why: 'until the restore completes, no hub starts there and no command works',
    fix: 'run hub backup restore with that backup again: the restore continues',
  },
  transaction_pooling: {
    why: 'the lock of the hub would not hold, and two hubs could run on one database: no hub starts, and no command works',
    fix: 'set DATABASE_URL to the direct address of the server',
  },
  too_few_connections: {
    why: `processes of the hub wait for connections; a hub in one process needs ${connectionNeedOf('hub')}`,
    fix: 'let the server, the database and the role have more connections',
  },
};

const unreachable: Omit<Fault, 'what'> = {
  why: 'without the database the hub soon takes no reports and answers no requests',
  fix: 'start the database, or check DATABASE_URL and DATA_DIR',
};

export function judgeDatabase({ problem, server, tables, later, holders }: DatabaseFacts): Finding {
  if (problem !== null || server === null) return findingOf([faultOfOpening(problem)], '');
  const { version } = server;
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  const needs = holders.map(({ role }) => ({ process: role, need: connectionNeedOf(role) }));
  const serverFaults = [readOnlyFault(server), durabilityFault(server), totalConnectionsFault(server, needs)];
  const faults: Fault[] = serverFaults.filter((fault) => fault !== null);
  if (version < oldest.number) {
    faults.push({
      what: `it is ${name}`,
      why: `the hub needs features of ${oldest.name}`,
      fix: `move the database to ${oldest.name} or newer with pg_dump and pg_restore`,
    });
  }
  if (!tables) {
    const fix = 'hub migrate, or start the hub with a role that may create them';
    faults.push({ what: 'it has no tables of a hub', why: 'no process can work on it', fix });
  }
  const processes = holders.map(({ role, port }) => (port === 0 ? role : `${role} on port ${port}`));
  const runs = processes.length === 0 ? 'no hub runs' : `runs: ${processes.join(', ')}`;
  const used = later === null ? null : `release ${later} has used it, and this release skips its data`;
  const parts = [name, runs, used, fullPageWritesHint(server)];
  return findingOf(faults, parts.filter((part) => part !== null).join('; '));
}

function faultOfOpening(problem: DatabaseFacts['problem']): Fault {
  if (problem === null) return { what: 'it cannot be opened', ...unreachable };
  const { message, code, fix } = problem;
  const known = faultsByCode[code] ?? unreachable;
  return { what: message, why: known.why, fix: fix ?? known.fix };
}
