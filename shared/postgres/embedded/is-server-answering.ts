import type pg from 'pg';
import { OperatorError } from '../../errors/errors.ts';
import { PostgresClient } from '../postgres-client.ts';

const wrongPassword = '28P01';
const tooManyConnections = '53300';

/**
 * Whether a server runs statements. A server that was just killed may still look alive. A server
 * without a free connection answers.
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
