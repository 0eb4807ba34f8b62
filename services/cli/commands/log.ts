import { type Command, Option } from 'commander';
import { createLifecycle, type Lifecycle } from '../../../shared/async/lifecycle.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../../shared/log/kafka/kafka-event-log.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import { createLogger, type Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { readProcessSecret } from '../../../shared/process/settings/known-secret.ts';
import {
  createProgressMeter,
  type ProgressMeter,
} from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { type KafkaAddress, kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { openStopped } from '../connection/open-stopped.ts';
import { operatorOfSystem } from '../connection/operator.ts';
import { type CopiedLog, copyLogTo } from '../log-copy/copy-log.ts';
import { catchUp } from '../log-copy/project-to-end.ts';
import { type InterruptibleWork, runInterruptible } from '../run-interruptible.ts';
import { type HubSettings, readHubSettings } from '../settings.ts';
import { type Output, printFully } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';

export function logCommand(program: Command): void {
  program
    .command('log')
    .description('the event log and its place')
    .command('copy')
    .description('move the log of a stopped hub from its database to Kafka; continues an interrupted run')
    .addOption(new Option('--to <log>', 'the new place of the log').choices(['kafka']).makeOptionMandatory())
    .option(
      '--retire-previous',
      'drop generations of the earlier release that cannot reach the end of the log',
    )
    .action(async ({ retirePrevious = false }: { retirePrevious?: boolean }, command: Command) => {
      await printFully(
        await copyToKafka(readHubSettings(), retirePrevious),
        command.optsWithGlobals().json === true,
      );
    });
}

async function copyToKafka(settings: HubSettings, retirePrevious: boolean): Promise<Output> {
  const address = kafkaAddress(settings);
  if (address === null) {
    throw new OperatorError(
      'no_kafka',
      'KAFKA_BROKERS is not set: set it to the cluster that the log moves to',
    );
  }
  return runInterruptible(continues, async (running) => {
    const lifecycle = createLifecycle();
    try {
      return await move(settings, address, { ...running, lifecycle, retirePrevious });
    } catch (error) {
      throw error instanceof LogUnavailable ? unavailable(error) : error;
    } finally {
      await lifecycle.close();
    }
  });
}

interface MoveOptions {
  readonly lifecycle: Lifecycle;
  readonly retirePrevious: boolean;
}

const continues = 'run hub log copy --to kafka again, which continues the move or says that it is complete';

async function move(
  settings: HubSettings,
  address: KafkaAddress,
  { signal: asked, display, lifecycle, retirePrevious }: InterruptibleWork & MoveOptions,
): Promise<Output> {
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const startedAt = performance.now();
  let meter: ProgressMeter | undefined;
  const purpose = 'its log is moved';
  const { database, full } = await openStopped(settings, { logger, lifecycle, purpose });
  const signal = AbortSignal.any([asked, full]);
  const moved = await copyLogTo({
    database,
    address,
    logger,
    signal,
    openSource: () => openSource(settings, { database, logger, lifecycle, signal, retirePrevious }),
    onBegin: (offsets) => {
      meter = createProgressMeter(offsets, display.show);
    },
    onCopied: (stream, step) => meter?.read([stream], step),
  });
  if (moved.copied !== null) await noteMove(settings, address, { database, logger, to: moved.identity });
  return describe(moved, (performance.now() - startedAt) / 1_000);
}

async function noteMove(
  settings: HubSettings,
  address: KafkaAddress,
  { database, logger, to }: { readonly database: Database; readonly logger: Logger; readonly to: string },
): Promise<void> {
  const log = openKafkaEventLog({ address, retention: null, logger });
  try {
    const hubSecret = await readProcessSecret(settings, database);
    const journal = await openJournal({ log, hubSecret });
    await recordInAudit(journal, { by: `cli:${operatorOfSystem()}`, action: 'log-moved', about: [to] });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    const message = `the log was moved to Kafka (${to}), but the audit log has no entry about the move: ${error.message}; start the hub with KAFKA_BROKERS set`;
    throw new OperatorError('not_noted', message, { cause: error });
  } finally {
    await log.close();
  }
}

interface Opening {
  readonly database: Database;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly signal: AbortSignal;
  readonly retirePrevious: boolean;
}

/** The log in the database, projected to its end. */
async function openSource(
  settings: HubSettings,
  { database, logger, lifecycle, signal, retirePrevious }: Opening,
): Promise<EventLog> {
  const hubSecret = await readProcessSecret(settings, database);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);
  await log.ensureStreams();
  const journal = await openJournal({ log, hubSecret });
  await catchUp({ database, journal, notifications, logger, signal, retirePrevious });
  return log;
}

function describe({ identity, copied }: CopiedLog, seconds: number): Output {
  if (copied === null) {
    return {
      document: { to: 'kafka', log: identity, events: 0, seconds: 0, moved: false },
      text: `The log of this hub is already in Kafka (${identity}): start the hub with KAFKA_BROKERS set.`,
    };
  }
  const events = copied.reduce((sum, { end }) => sum + end, 0);
  return {
    document: { to: 'kafka', log: identity, events, seconds: Math.round(seconds * 10) / 10, moved: true },
    text: `Copied ${thousands(events)} events to Kafka (${identity}) in ${Math.round(seconds)} s: start the hub with KAFKA_BROKERS set.`,
  };
}

function unavailable(cause: LogUnavailable): OperatorError {
  return new OperatorError(
    'no_log',
    `${cause.message}: check KAFKA_BROKERS and the brokers, then ${continues}`,
    { cause },
  );
}
