import { findHubLockHolders } from '../../../../shared/identity/hub-lock.ts';
import { NotOpened } from '../examined-hub.ts';
import { type Check, type Fault, type Finding, findingOf } from '../finding.ts';

/** Whether the database answers, is new enough, and has the tables of a hub; and which processes of the hub run. */
export const databaseCheck: Check = {
  name: 'database',
  look: async (hub) => {
    try {
      const database = hub.database();
      const { version, tables } = await database.one<{ version: string; tables: boolean }>({
        text: `select current_setting('server_version_num') as version,
                      to_regclass('projection.generation') is not null as tables`,
      });
      const holders = hub.server().runs ? await findHubLockHolders(database) : [];
      const processes = holders.map(({ role, port }) => (port === 0 ? role : `${role} on port ${port}`));
      return judgeDatabase({ problem: null, code: null, version: Number(version), tables, processes });
    } catch (error) {
      if (!(error instanceof NotOpened) || error.part !== 'database') throw error;
      const { message: problem, code } = error;
      return judgeDatabase({ problem, code, version: 0, tables: false, processes: [] });
    }
  },
};

export interface DatabaseFacts {
  /** Why it cannot be opened; null where it can. */
  readonly problem: string | null;
  /** The code of that problem. */
  readonly code: string | null;
  /** `server_version_num`. */
  readonly version: number;
  readonly tables: boolean;
  readonly processes: readonly string[];
}

/** `server_version_num` of the first release that the hub supports, and what it is called. */
const oldest = { number: 150_000, name: 'PostgreSQL 15' };

/** What keeps a database from being opened that is not away: starting it or pointing elsewhere would mend nothing. */
const kept: Readonly<Record<string, Omit<Fault, 'what'>>> = {
  already_running: {
    why: 'until that has ended, or is ready, the database cannot be looked at',
    fix: 'wait for that, then run hub doctor again',
  },
  restore_interrupted: {
    why: 'until it is done no hub starts there, and no command works',
    fix: 'hub backup restore of that backup, which goes on where it was interrupted',
  },
};

const away: Omit<Fault, 'what'> = {
  why: 'without it the hub neither takes reports for long nor answers',
  fix: 'start it, or look at DATABASE_URL and DATA_DIR',
};

export function judgeDatabase({ problem, code, version, tables, processes }: DatabaseFacts): Finding {
  if (problem !== null) return findingOf([{ what: problem, ...(kept[code ?? ''] ?? away) }], '');
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  const faults = [];
  if (version < oldest.number) {
    faults.push({
      what: `it is ${name}`,
      why: `the hub uses what came with ${oldest.name}`,
      fix: `move the database to ${oldest.name} or newer with pg_dump and pg_restore`,
    });
  }
  if (!tables) {
    const fix = 'hub migrate, or start the hub as a role that may make them';
    faults.push({ what: 'it has no tables of a hub', why: 'no process can work on it', fix });
  }
  const runs = processes.length === 0 ? 'no hub runs' : `runs: ${processes.join(', ')}`;
  return findingOf(faults, `${name}; ${runs}`);
}
