import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import type { CopiedPartition } from '../../../shared/log/copy/copy-streams.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../../shared/log/kafka/kafka-event-log.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { readProcessSecret } from '../../../shared/process/settings/known-secret.ts';
import { createProgressMeter } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { openStopped } from '../connection/open-stopped.ts';
import { operatorOfSystem } from '../connection/operator.ts';
import type { InterruptibleWork } from '../run-interruptible.ts';
import type { HubSettings } from '../settings.ts';
import { copyLog, type LogDirection } from './copy-log.ts';
import { catchUp } from './project-to-end.ts';
import { endImport, toKafka, withKafkaLog } from './to-kafka.ts';
import { deleteMovedTopics, toPostgres } from './to-postgres.ts';

export type LogPlace = 'kafka' | 'postgres';

export interface MoveOptions extends InterruptibleWork {
  readonly to: LogPlace;
  readonly address: KafkaAddress;
  readonly lifecycle: Lifecycle;
  readonly retirePrevious: boolean;
}

export interface MovedLog {
  /** The name of the new log. */
  readonly log: string;
  /** Null when the log had already been moved. */
  readonly copied: readonly CopiedPartition[] | null;
}

/** Moves the log of a stopped hub. @throws as `openStopped`, `catchUp`, `copyLog` */
export async function moveLog(settings: HubSettings, options: MoveOptions): Promise<MovedLog> {
  const { to, address, signal: asked, display, lifecycle } = options;
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const stopped = await openStopped(settings, { logger, lifecycle, purpose: 'its log is moved' });
  const { database, databaseDirectory } = stopped;
  const signal = AbortSignal.any([asked, stopped.full]);
  const hubSecret = await readProcessSecret(settings, database);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const local = openPostgresEventLog({ database, databaseDirectory, notifications, logger });
  lifecycle.onClose(local.close);
  const kafka = openKafkaEventLog({ address, retention: null, logger });
  lifecycle.onClose(kafka.close);
  const identity = await kafka.identity();

  async function openSource(log: EventLog): Promise<EventLog> {
    const journal = await openJournal({ log, hubSecret });
    const keepsOffsets = to === 'postgres';
    await catchUp({ ...options, database, journal, notifications, logger, signal, keepsOffsets });
    return log;
  }

  const directions: Record<LogPlace, () => LogDirection> = {
    kafka: () =>
      toKafka({
        address,
        identity,
        logger,
        openSource: async () => {
          await local.ensureStreams();
          return openSource(local);
        },
      }),
    postgres: () => toPostgres({ database, log: local, identity, openSource: () => openSource(kafka) }),
  };
  const meter = createProgressMeter(display.show);
  const copied = await copyLog(directions[to](), {
    database,
    signal,
    onBegin: meter.begin,
    onCopied: (stream, step) => meter.read([stream], step),
  });
  if (to === 'kafka') await endImport(address, logger);
  const log = to === 'kafka' ? identity : 'PostgreSQL';
  const note = (moved: EventLog) => noteMove(moved, hubSecret, log);
  // Kafka may have created topics again, so the log is opened again.
  if (copied !== null) await (to === 'kafka' ? withKafkaLog(address, logger, note) : note(local));
  if (to === 'postgres') await deleteMovedTopics(database, address, identity);
  return { log, copied };
}

async function noteMove(log: EventLog, hubSecret: Buffer, to: string): Promise<void> {
  try {
    const journal = await openJournal({ log, hubSecret });
    await recordInAudit(journal, { by: `cli:${operatorOfSystem()}`, action: 'log-moved', about: [to] });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    const message = `the log was moved to ${to}, but the audit log has no entry about the move: ${error.message}; start the hub on its new log`;
    throw new OperatorError('not_noted', message, { cause: error });
  }
}
