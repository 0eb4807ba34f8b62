import { OperatorError } from '../errors/errors.ts';
import type { Database, Sql } from '../postgres/database.ts';
import { hasTable } from '../postgres/schema/has-table.ts';
import { migrate } from '../postgres/schema/migrate.ts';

/** Databases and backups have this word stored. */
export const databaseLogIdentity = 'embedded';

/** Several processes may call this at once. */
export async function prepareLogIdentity(database: Database): Promise<void> {
  await migrate(database, 'log-identity', new URL('./migrations/log-identity/', import.meta.url));
}

/** @throws OperatorError when the database belongs to another log */
export async function bindLog(database: Database, identity: string): Promise<void> {
  await prepareLogIdentity(database);
  const bound = await findBoundIdentity(database);
  // The first releases did not record the log of a database.
  if (bound === null && identity !== databaseLogIdentity && (await holdsRecords(database))) {
    throw otherLogError(databaseLogIdentity, identity);
  }
  if (bound === null) await insertIdentity(database, identity);
  // Another process may have inserted an identity first.
  const now = bound ?? (await findBoundIdentity(database)) ?? identity;
  if (now !== identity) throw otherLogError(now, identity);
}

/** Changes nothing. Any log passes for a database that was never bound. @throws as `bindLog` */
export async function checkBoundLog(database: Database, identity: string): Promise<void> {
  const bound = await findBoundIdentity(database);
  if (bound !== null && bound !== identity) throw otherLogError(bound, identity);
}

/** For a log that was moved, and for the end of a restore. */
export async function rebindLog(sql: Sql, identity: string): Promise<void> {
  await sql.run({ text: 'update hub.log_identity set identity = $1', values: [identity] });
  await sql.run({ text: 'delete from hub.log_copy' });
}

/** The identities of both logs; one of them is the log in the database. */
export interface LogMoveEnds {
  readonly from: string;
  readonly to: string;
}

/**
 * Binds a database that was never bound to the log that moves.
 * @returns whether the log was moved already
 * @throws as `bindLog` if the database is bound to a third log
 */
export async function bindLogUnlessMoved(database: Database, { from, to }: LogMoveEnds): Promise<boolean> {
  await prepareLogIdentity(database);
  const bound = await findBoundIdentity(database);
  if (bound === null) await bindLog(database, from);
  if (bound === null || bound === from) return false;
  if (bound !== to) throw otherLogError(bound, from === databaseLogIdentity ? to : from);
  return true;
}

/** A later run then knows the records in this log as its own. */
export async function recordCopyTarget(sql: Sql, identity: string): Promise<void> {
  await sql.run({
    text: 'insert into hub.log_copy (identity) values ($1) on conflict do nothing',
    values: [identity],
  });
}

export async function isCopyTarget(database: Database, identity: string): Promise<boolean> {
  const { recorded } = await database.one<{ recorded: boolean }>({
    text: 'select exists (select from hub.log_copy where identity = $1) as recorded',
    values: [identity],
  });
  return recorded;
}

export async function forgetCopyTarget(sql: Sql, identity: string): Promise<void> {
  await sql.run({ text: 'delete from hub.log_copy where identity = $1', values: [identity] });
}

/** Begins the value for an unfinished restore: `restoring STAGE BACKUP`. */
export const restoringPrefix = 'restoring ';

/** Null before `bindLog`. Begins with `restoringPrefix` during a restore. */
export async function findBoundIdentity(database: Database): Promise<string | null> {
  const [row] = await database.many<{ identity: string }>({ text: 'select identity from hub.log_identity' });
  return row?.identity ?? null;
}

/** Whether a record was ever appended to the log in the database. */
export async function holdsRecords(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'log.partition'))) return false;
  const { used } = await database.one<{ used: boolean }>({
    text: 'select exists (select from log.partition where next_offset > 0) as used',
  });
  return used;
}

async function insertIdentity(database: Database, identity: string): Promise<void> {
  await database.run({
    text: 'insert into hub.log_identity (identity) values ($1) on conflict do nothing',
    values: [identity],
  });
}

export function otherLogError(bound: string, given: string): OperatorError {
  return new OperatorError('another_log', otherLogLine(bound, given));
}

function otherLogLine(bound: string, given: string): string {
  if (bound.startsWith(restoringPrefix)) {
    return 'the restore of a backup into this database was interrupted: run the same hub backup restore again';
  }
  if (bound === databaseLogIdentity) {
    return 'the log of this hub is in its database, not in Kafka: unset KAFKA_BROKERS, or move the log with hub log copy --to kafka';
  }
  if (given === databaseLogIdentity) {
    return `the log of this hub is in Kafka (${bound}): set KAFKA_BROKERS to that cluster`;
  }
  return `the log of this hub is in ${bound}, but KAFKA_BROKERS leads to ${given}: set it to the cluster that belongs to this database, or give the hub an empty database`;
}
