import type pg from 'pg';
import { OperatorError } from '../../errors/errors.ts';
import { PostgresClient } from '../postgres-client.ts';

/**
 * Whether a server runs statements. A server that was just killed may still look alive.
 * @throws OperatorError when the server refuses the password
 */
export async function isServerAnswering(url: string): Promise<boolean> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '28P01') return false;
    throw new OperatorError('other_password', 'the database refuses the password in DATA_DIR/postgres.json');
  } finally {
    await client.end().catch(() => {});
  }
}
