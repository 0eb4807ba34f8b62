import { retryUntil } from '../async/waiting.ts';
import { LogUnavailable, messageOf, OperatorError } from '../errors/errors.ts';
import type { Retention } from '../events/streams.ts';
import { bindLog, checkBoundLog } from '../identity/log-identity.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database, Sql } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import type { KafkaAddress } from '../settings/kafka-settings.ts';
import type { EventLog } from './event-log.ts';
import { probeBrokers, silentClusterError } from './explain-brokers.ts';
import { openPostgresEventLog } from './postgres/postgres-event-log.ts';

export interface OpenEventLogOptions {
  /** Null for the log in the database. */
  readonly kafka: KafkaAddress | null;
  /** Stays open when the log is closed. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** The data folder of the embedded server; null for an external server. */
  readonly databaseDirectory: string | null;
  /** No other process waits for records, so appends are not announced; false by default. */
  readonly isOnlyReader?: boolean;
  /** Called for each new session that appends. Throws LogUnavailable to refuse the session. */
  readonly checkSession?: (session: Sql) => Promise<void>;
  /** Null in processes that do not delete old records. */
  readonly retention: Retention | null;
}

/**
 * Opens the log that belongs to the database. Creates and checks its streams.
 * @throws OperatorError for another log, for an unusable log, and without an answer within 30 s
 */
export async function openEventLog(options: OpenEventLogOptions): Promise<EventLog> {
  const { kafka, database } = options;
  const log = kafka === null ? openPostgresEventLog(options) : await openKafka(options, kafka);
  try {
    await whenItAnswers(options, async () => {
      // Checked before streams are created, so that nothing changes in a wrong cluster.
      await bindLog(database, await log.identity());
      await log.ensureStreams();
    });
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** @throws OperatorError for another log, LogUnavailable when the log does not answer */
export async function openLogReadOnly(
  options: Omit<OpenEventLogOptions, 'checkSession' | 'retention'>,
): Promise<EventLog> {
  const { kafka, database } = options;
  const open = { ...options, retention: null };
  const log = kafka === null ? openPostgresEventLog(open) : await openKafka(open, kafka);
  try {
    await checkBoundLog(database, await log.identity());
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Loads the Kafka client only when needed, because loading is slow. */
async function openKafka(options: OpenEventLogOptions, address: KafkaAddress): Promise<EventLog> {
  const { openKafkaEventLog } = await import('./kafka/kafka-event-log.ts');
  return openKafkaEventLog({ ...options, address });
}

export async function logSilentError(kafka: KafkaAddress | null, cause: unknown): Promise<OperatorError> {
  if (kafka !== null) return silentClusterError(await probeBrokers(kafka.brokers, kafka.ssl), cause);
  return new OperatorError('no_log', `the log in the database does not answer (${messageOf(cause)})`, {
    cause,
    fix: 'check the load of the database, then start again',
  });
}

const answersWithinMs = 30_000;
const askEveryMs = 500;

async function whenItAnswers(
  { logger, kafka }: Pick<OpenEventLogOptions, 'logger' | 'kafka'>,
  work: () => Promise<void>,
): Promise<void> {
  let isWaiting = false;
  const mayPass = (error: unknown) => {
    if (!(error instanceof LogUnavailable)) return false;
    if (!isWaiting) logger.info(kafka === null ? 'waiting for the database' : 'waiting for Kafka');
    isWaiting = true;
    return true;
  };
  try {
    await retryUntil(work, { withinMs: answersWithinMs, everyMs: askEveryMs, mayPass });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    throw await logSilentError(kafka, error);
  }
}
