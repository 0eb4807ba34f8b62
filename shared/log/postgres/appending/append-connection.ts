import type pg from 'pg';
import type { Database, Sql } from '../../../postgres/database.ts';
import { createSql } from '../../../postgres/sql-of-client.ts';

/** The connection for appends, outside the pool so that an append never waits for a read. */
export interface AppendConnection {
  /** @throws when the server cannot be reached; errors of `checkSession` */
  open(): Promise<AppendSession>;
  /** Closes the connection at once. Never throws. */
  discard(): Promise<void>;
}

export interface AppendSession {
  readonly sql: Sql;
  /** False for a role that appends through a function, which checks the types of records. */
  readonly canInsert: boolean;
}

/** A record becomes visible at most this long after its time was taken, plus the commit. */
const statementTimeoutMs = 1_000;
/** Limits the wait for a silent server, because all appends wait for the session. */
const openedWithinMs = 5_000;

interface Session extends AppendSession {
  readonly client: pg.Client;
}

export function createAppendConnection(
  database: Database,
  checkSession: (session: Sql) => Promise<void> = async () => {},
): AppendConnection {
  let current: Promise<Session> | undefined;

  function forget(session: Promise<Session>): void {
    if (current === session) current = undefined;
  }

  function connect(): Promise<Session> {
    const session = startSession(database, checkSession, () => forget(session));
    session.catch(() => forget(session));
    current = session;
    return session;
  }

  return {
    open: () => current ?? connect(),
    discard: async () => {
      const last = current;
      current = undefined;
      await last?.then(({ client }) => client.end()).catch(() => {});
    },
  };
}

/** True while the tables of the log do not exist. */
const insertPrivilege = {
  text: `select coalesce(has_table_privilege(to_regclass('log.record'), 'insert'), true) as "canInsert"`,
};

async function startSession(
  database: Database,
  checkSession: (session: Sql) => Promise<void>,
  onLost: () => void,
): Promise<Session> {
  let canInsert = true;
  const client = await database.connect(async (fresh) => {
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    const opening = createSql(fresh, { abandonAfterMs: openedWithinMs });
    await opening.run({
      text: `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${statementTimeoutMs}`,
    });
    ({ canInsert } = await opening.one<{ canInsert: boolean }>(insertPrivilege));
    await checkSession(createSql(fresh));
  });
  return { client, sql: createSql(client), canInsert };
}
