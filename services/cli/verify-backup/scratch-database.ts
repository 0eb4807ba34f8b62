import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { isLackingPrivilege } from '../../../shared/postgres/faults/lacking-privilege.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';

/** Long enough to create an index on a large table. */
const statementTimeoutMs = 600_000;
const maxConnections = 8;

/**
 * Runs `work` with an empty temporary database on the hub's server. Drops the database of a killed
 * process first.
 * @param url of a role that may create databases
 * @throws OperatorError when the role is not allowed to create databases, or while another
 * verification runs
 */
export async function withScratchDatabase<Result>(
  url: string,
  work: (scratch: Database) => Promise<Result>,
): Promise<Result> {
  const server = openDatabase({ url, name: 'verify', maxConnections: 2, statementTimeoutMs });
  // The lock ends with this connection, also when the process is killed.
  const session = await server.connect();
  try {
    const { locked, name } = (
      await session.query<{ locked: boolean; name: string }>(
        `select pg_try_advisory_lock($1) as locked, 'hub_verify_' || oid as name
         from pg_database where datname = current_database()`,
        [lockNumbers.backupVerify],
      )
    ).rows[0] ?? { locked: false, name: '' };
    if (!locked)
      throw new OperatorError('verify_runs', 'a backup of this hub is being verified: wait for its end');
    await server.run({ text: `drop database if exists ${name} with (force)` });
    await server.run({ text: `create database ${name} template template0` }).catch((error: unknown) => {
      throw explained(error);
    });
    try {
      return await workIn(url, name, work);
    } finally {
      await server.run({ text: `drop database if exists ${name} with (force)` });
    }
  } finally {
    await session.end();
    await server.close();
  }
}

async function workIn<Result>(
  url: string,
  name: string,
  work: (scratch: Database) => Promise<Result>,
): Promise<Result> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  const scratch = openDatabase({ url: address.href, name: 'verify', maxConnections, statementTimeoutMs });
  try {
    return await work(scratch);
  } finally {
    await scratch.close();
  }
}

function explained(error: unknown): unknown {
  if (!isLackingPrivilege(error)) return error;
  return new OperatorError(
    'may_not_make_database',
    `a backup is verified in a temporary database, which this role is not allowed to create (${messageOf(error)}): grant it CREATEDB, or set BACKUP_DRILL=off`,
    { cause: error },
  );
}
