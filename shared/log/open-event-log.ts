import { retryUntil } from '../async/waiting.ts';
import { LogUnavailable, OperatorError } from '../errors/errors.ts';
import type { Retention } from '../events/streams.ts';
import { bindLog, checkBoundLog } from '../identity/log-identity.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database, Sql } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import type { KafkaAddress } from '../settings/kafka-settings.ts';
import type { EventLog } from './event-log.ts';
import { openPostgresEventLog } from './postgres/postgres-event-log.ts';

export interface OpenEventLogOptions {
  /** Null for the log in the database. */
  readonly kafka: KafkaAddress | null;
  /** Stays open when the log is closed. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Where an embedded server keeps its data; null for a server that is not ours. */
  readonly databaseDirectory: string | null;
  /** Asked of each new session that appends to a log in the database; refuses it by throwing LogUnavailable. */
  readonly checkSession?: (session: Sql) => Promise<void>;
  /** Given by the process that deletes old records; null in every other. */
  readonly retention: Retention | null;
}

/**
 * Opens the log that belongs to the database, with its streams made and checked.
 * @throws OperatorError when it is another log, cannot be used, or does not answer within 30 s
 */
export async function openEventLog(options: OpenEventLogOptions): Promise<EventLog> {
  const { kafka, database, logger } = options;
  const log = kafka === null ? openPostgresEventLog(options) : await openKafka(options, kafka);
  try {
    await whenItAnswers(logger, async () => {
      // Checked before streams are made, so that nothing is changed in a wrong cluster.
      await bindLog(database, await log.identity());
      await log.ensureStreams();
    });
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/**
 * Opens the log without making or changing anything, for whoever only looks.
 * @throws OperatorError when it is another log, LogUnavailable when it does not answer
 */
export async function openLogToLookAt(
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

/** Kafka's client is loaded here and nowhere else, for it costs every start a tenth of a second of CPU. */
async function openKafka(options: OpenEventLogOptions, address: KafkaAddress): Promise<EventLog> {
  const { openKafkaEventLog } = await import('./kafka/kafka-event-log.ts');
  return openKafkaEventLog({ ...options, address });
}

const answersWithinMs = 30_000;
const askEveryMs = 500;

/** Waits for a cluster that was started together with the hub and is ready a little later. */
async function whenItAnswers(logger: Logger, work: () => Promise<void>): Promise<void> {
  let isWaiting = false;
  const mayPass = (error: unknown) => {
    if (!(error instanceof LogUnavailable)) return false;
    if (!isWaiting) logger.info('waiting for Kafka');
    isWaiting = true;
    return true;
  };
  try {
    await retryUntil(work, { withinMs: answersWithinMs, everyMs: askEveryMs, mayPass });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    throw new OperatorError('no_log', 'no Kafka broker answers: start them, or look at KAFKA_BROKERS', {
      cause: error,
    });
  }
}
