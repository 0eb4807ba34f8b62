import type pg from 'pg';
import { type Database, type Sql, sqlOver } from '../../postgres/database.ts';

/**
 * The connection that appends: outside the pool, so that an append never waits for a reader, and opened again when it
 * is lost.
 */
export interface AppendConnection {
  /** @throws when the server cannot be reached; nothing was sent then */
  open(): Promise<Sql>;
  /** Cuts the connection, whatever it is doing; the next `open` makes another. */
  discard(): void;
  close(): Promise<void>;
}

/** A record is visible at most this long after its time was taken, apart from the commit itself. */
const statementTimeoutMs = 1_000;

export function createAppendConnection(database: Database): AppendConnection {
  let current: Promise<{ client: pg.Client; sql: Sql }> | undefined;

  async function connect(): Promise<{ client: pg.Client; sql: Sql }> {
    const client = await database.connect();
    // A session that ends while it is idle would end the process without a listener; the next append notices.
    client.on('error', discard);
    client.on('end', discard);
    await client.query(
      `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${statementTimeoutMs}`,
    );
    return { client, sql: sqlOver(client) };
  }

  function discard(): void {
    const lost = current;
    current = undefined;
    lost?.then(({ client }) => client.end()).catch(() => {});
  }

  return {
    open: async () => {
      current ??= connect();
      const opening = current;
      try {
        return (await opening).sql;
      } catch (error) {
        if (current === opening) current = undefined;
        throw error;
      }
    },
    discard,
    close: async () => {
      const last = current;
      current = undefined;
      await last?.then(({ client }) => client.end()).catch(() => {});
    },
  };
}
