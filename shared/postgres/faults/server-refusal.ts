import { findCauseWithCode, hasCauseWithCode, OperatorError } from '../../errors/errors.ts';

const readOnlyTransaction = '25006';
const tooManyConnections = '53300';

/** Null unless the server takes no writes or no more connections. */
export function serverRefusalError(error: unknown): OperatorError | null {
  if (hasCauseWithCode(error, [readOnlyTransaction])) {
    return new OperatorError('database_read_only', 'the database is read-only', {
      cause: error,
      fix: 'hub doctor names the setting that makes the database read-only, and the command that resets the setting',
    });
  }
  const full = findCauseWithCode(error, [tooManyConnections]);
  return full === null ? null : tooManyConnectionsError(full.message, error);
}

/** @param said the message of the server, which may name the database or role at its limit */
export function tooManyConnectionsError(said: string, cause: unknown): OperatorError {
  const role = /for role "(.*)"/.exec(said)?.[1];
  const database = /for database "(.*)"/.exec(said)?.[1];
  const fix =
    role !== undefined
      ? `alter role ${quotedIdentifier(role)} connection limit N, with a larger N`
      : database !== undefined
        ? `alter database ${quotedIdentifier(database)} connection limit N, with a larger N`
        : 'alter system set max_connections = N, with a larger N, then restart PostgreSQL; 100 is the default, and hub doctor counts what the processes need';
  return new OperatorError('too_few_connections', `the database has no free connection (${said})`, {
    cause,
    fix,
  });
}

/** For a command that a person copies. */
export function quotedIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
