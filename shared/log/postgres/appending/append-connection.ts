import type pg from 'pg';
import type { Database, Sql } from '../../../postgres/database.ts';
import { sqlOver } from '../../../postgres/sql-of-client.ts';

/**
 * The connection for appends, outside the pool so that an append never waits for a read. A lost connection is opened again.
 */
export interface AppendConnection {
  /** @throws when the server cannot be reached; errors of `checkSession` */
  open(): Promise<Sql>;
  /** Closes the connection at once. The next `open` opens another connection. Never throws. */
  discard(): Promise<void>;
}

/** A record becomes visible at most this long after its time was taken, except for the commit itself. */
const statementTimeoutMs = 1_000;
/** All appends wait for a session that is being opened, also on a server that goes silent. */
const openedWithinMs = 5_000;

interface Session {
  readonly client: pg.Client;
  readonly sql: Sql;
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
    return session;
  }

  return {
    open: async () => {
      current ??= connect();
      return (await current).sql;
    },
    discard: async () => {
      const last = current;
      current = undefined;
      await last?.then(({ client }) => client.end()).catch(() => {});
    },
  };
}

async function startSession(
  database: Database,
  checkSession: (session: Sql) => Promise<void>,
  onLost: () => void,
): Promise<Session> {
  const client = await database.connect(async (fresh) => {
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    await sqlOver(fresh, { abandonAfterMs: openedWithinMs }).run({
      text: `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${statementTimeoutMs}`,
    });
    await checkSession(sqlOver(fresh));
  });
  return { client, sql: sqlOver(client) };
}
