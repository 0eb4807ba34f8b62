import { OperatorError } from '../../errors/errors.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { hasTable } from '../../postgres/schema/has-table.ts';
import { migrate } from '../../postgres/schema/migrate.ts';
import { holdsRecords } from '../postgres/maintenance/empty-log.ts';

/** The identity of the log in the database. Databases and backups have this word stored. */
export const databaseLogIdentity = 'embedded';

/** Makes the tables in which a database remembers its log. Safe when raced. */
export async function prepareLogIdentity(database: Database): Promise<void> {
  await migrate(database, 'log-identity', new URL('./migrations', import.meta.url));
}

/**
 * Binds a database to its log at the first start, and checks it at each later one.
 * @throws OperatorError when the database belongs to another log
 */
export async function bindLog(database: Database, identity: string): Promise<void> {
  await prepareLogIdentity(database);
  const bound = await boundIdentity(database);
  // A hub of a release that did not write its log down.
  if (bound === null && identity !== databaseLogIdentity && (await holdsRecords(database))) {
    throw otherLogError(databaseLogIdentity, identity);
  }
  if (bound === null) await insertIdentity(database, identity);
  // Another process may have inserted an identity first.
  const now = bound ?? (await boundIdentity(database)) ?? identity;
  if (now !== identity) throw otherLogError(now, identity);
}

/** Checks as `bindLog` does, and changes nothing: of a database that was never bound any log passes. @throws as `bindLog` */
export async function checkBoundLog(database: Database, identity: string): Promise<void> {
  const bound = await boundIdentity(database);
  if (bound !== null && bound !== identity) throw otherLogError(bound, identity);
}

/** Binds the database to the log to which its own was moved. */
export async function rebindLog(sql: Sql, identity: string): Promise<void> {
  await sql.run({ text: 'update hub.log_identity set identity = $1', values: [identity] });
  await sql.run({ text: 'delete from hub.log_copy' });
}

/** Whether the database is bound to this log instead of the one in it. @throws as `bindLog` if it is a third one */
export async function isMovedTo(database: Database, identity: string): Promise<boolean> {
  await prepareLogIdentity(database);
  const bound = await boundIdentity(database);
  if (bound === null) await bindLog(database, databaseLogIdentity);
  if (bound === null || bound === databaseLogIdentity) return false;
  if (bound !== identity) throw otherLogError(bound, identity);
  return true;
}

/** How far a restore is: while records are copied, then while the tables are filled from them. */
export type RestoreStage = 'records' | 'tables';

/**
 * How far the restore of this backup into the database is; null for a database without a log.
 * @param backup names it, without a space
 * @throws OperatorError when the database has a log, or one of another backup was begun
 */
export async function readRestoreStage(database: Database, backup: string): Promise<RestoreStage | null> {
  await prepareLogIdentity(database);
  return findRestoreStage(database, backup);
}

/** As `readRestoreStage`, of a database as it is, which is not changed. @throws as `readRestoreStage` */
export async function findRestoreStage(database: Database, backup: string): Promise<RestoreStage | null> {
  const bound = (await hasTable(database, 'hub.log_identity')) ? await boundIdentity(database) : null;
  if (bound === null && !(await holdsRecords(database))) return null;
  const [word, stage, begun] = bound?.split(' ') ?? [];
  if (word !== restoring) {
    throw new OperatorError(
      'not_empty',
      'a hub has this database already, and a backup is restored into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database',
    );
  }
  if (begun === backup && (stage === 'records' || stage === 'tables')) return stage;
  throw new OperatorError(
    'other_restore',
    'the restore of another backup into this database was interrupted: run that one again, or take an empty database',
  );
}

/** Binds the database to the restore, so that no hub starts on it before `endRestore`. */
export async function noteRestore(database: Database, stage: RestoreStage, backup: string): Promise<void> {
  await database.run({
    text: `insert into hub.log_identity (identity) values ($1)
           on conflict (only_row) do update set identity = excluded.identity`,
    values: [`${restoring} ${stage} ${backup}`],
  });
}

/** Binds the database to the log that was restored. */
export async function endRestore(sql: Sql, identity: string): Promise<void> {
  await sql.run({ text: 'update hub.log_identity set identity = $1', values: [identity] });
}

/**
 * For a process that does not open the log: a database into which a backup is being restored serves nothing yet.
 * @throws OperatorError when the restore was interrupted
 */
export async function requireRestored(database: Database): Promise<void> {
  await prepareLogIdentity(database);
  const bound = await boundIdentity(database);
  if (bound?.startsWith(`${restoring} `)) throw otherLogError(bound, bound);
}

const restoring = 'restoring';

/** Records that the log is being copied there, so that a later run knows that those topics are this hub's own. */
export async function noteCopy(database: Database, identity: string): Promise<void> {
  await database.run({
    text: 'insert into hub.log_copy (identity) values ($1) on conflict do nothing',
    values: [identity],
  });
}

export async function isCopyNoted(database: Database, identity: string): Promise<boolean> {
  const { noted } = await database.one<{ noted: boolean }>({
    text: 'select exists (select from hub.log_copy where identity = $1) as noted',
    values: [identity],
  });
  return noted;
}

async function boundIdentity(database: Database): Promise<string | null> {
  const [row] = await database.many<{ identity: string }>({ text: 'select identity from hub.log_identity' });
  return row?.identity ?? null;
}

async function insertIdentity(database: Database, identity: string): Promise<void> {
  await database.run({
    text: 'insert into hub.log_identity (identity) values ($1) on conflict do nothing',
    values: [identity],
  });
}

function otherLogError(bound: string, given: string): OperatorError {
  return new OperatorError('another_log', anotherLogLine(bound, given));
}

function anotherLogLine(bound: string, given: string): string {
  if (bound.startsWith(`${restoring} `)) {
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
