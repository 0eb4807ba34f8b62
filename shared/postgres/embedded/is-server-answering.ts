import type pg from 'pg';
import { OperatorError } from '../../errors/errors.ts';
import { PostgresClient } from '../postgres-client.ts';

const wrongPassword = '28P01';
const tooManyConnections = '53300';

/**
 * False for a server that was just killed and still looks alive. True for a server without a free
 * connection.
 * @throws OperatorError when the server refuses the password
 */
export async function isServerAnswering(url: string): Promise<boolean> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    if (code !== wrongPassword) return code === tooManyConnections;
    throw new OperatorError('other_password', 'the database refuses the password in DATA_DIR/postgres.json');
  } finally {
    await client.end().catch(() => {});
  }
}
