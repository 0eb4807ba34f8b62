import { retryUntil } from '../async/waiting.ts';
import { LogUnavailable, messageOf, OperatorError } from '../errors/errors.ts';
import type { Retention } from '../events/streams.ts';
import { bindLog, checkBoundLog } from '../identity/log-identity.ts';
import type { KafkaAddress } from '../settings/kafka-settings.ts';
import type { EventLog } from './event-log.ts';
import { probeBrokers, silentClusterError } from './explain-brokers.ts';
import { openPostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log.ts';

export interface OpenEventLogOptions extends PostgresEventLogOptions {
  /** Null for the log in the database. */
  readonly kafka: KafkaAddress | null;
  readonly databaseDirectory: string | null;
  readonly retention: Retention | null;
}

/**
 * Opens the log that belongs to the database. Creates and checks its streams.
 * @throws OperatorError for another log, for an unusable log, and without an answer within 30 s
 */
export function openEventLog(options: OpenEventLogOptions): Promise<EventLog> {
  return openChecked(options, (log) =>
    whenItAnswers(options, async () => {
      // Checked before streams are created, so that nothing changes in a wrong cluster.
      await bindLog(options.database, await log.identity());
      await log.ensureStreams();
    }),
  );
}

/** @throws OperatorError for another log, LogUnavailable when the log does not answer */
export function openLogReadOnly(
  options: Omit<OpenEventLogOptions, 'checkSession' | 'retention'>,
): Promise<EventLog> {
  return openChecked({ ...options, retention: null }, async (log) =>
    checkBoundLog(options.database, await log.identity()),
  );
}

/** Closes the log when `check` fails. */
async function openChecked(
  options: OpenEventLogOptions,
  check: (log: EventLog) => Promise<void>,
): Promise<EventLog> {
  const { kafka } = options;
  const log = kafka === null ? openPostgresEventLog(options) : await openKafka(options, kafka);
  try {
    await check(log);
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
