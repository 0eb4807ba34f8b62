import { type Command, Option } from 'commander';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import { kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { type LogPlace, type MovedLog, moveLog } from '../log-copy/move-log.ts';
import { printFor } from '../run-command.ts';
import { runInterruptible } from '../run-interruptible.ts';
import { type HubSettings, readHubSettings } from '../settings.ts';
import type { Output } from '../terminal/output.ts';
import { thousands } from '../terminal/progress-display.ts';

export function logCommand(program: Command): void {
  program
    .command('log')
    .description('the event log and its place')
    .command('copy')
    .description(
      'move the log of a stopped hub from its database to Kafka, or back; continues an interrupted run',
    )
    .addOption(
      new Option('--to <log>', 'the new place of the log')
        .choices(['kafka', 'postgres'])
        .makeOptionMandatory(),
    )
    .option('--retire-previous', 'drop generations of another release that cannot reach the end of the log')
    .action(async ({ to, retirePrevious = false }: CopyChoices, command: Command) =>
      printFor(command, await copyLogTo(readHubSettings(), to, retirePrevious)),
    );
}

interface CopyChoices {
  readonly to: LogPlace;
  readonly retirePrevious?: boolean;
}

async function copyLogTo(settings: HubSettings, to: LogPlace, retirePrevious: boolean): Promise<Output> {
  const address = kafkaAddress(settings);
  if (address === null) {
    throw new OperatorError(
      'no_kafka',
      `KAFKA_BROKERS is not set: set it to the cluster that ${to === 'kafka' ? 'the log moves to' : 'has the log'}`,
    );
  }
  const continues = `run hub log copy --to ${to} again, which continues the move or says that it is complete`;
  return runInterruptible(continues, async (running) => {
    const lifecycle = createLifecycle();
    const startedAt = performance.now();
    try {
      const moved = await moveLog(settings, { ...running, to, address, lifecycle, retirePrevious });
      return describe(to, moved, (performance.now() - startedAt) / 1_000);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const message = `${error.message}: check KAFKA_BROKERS and the brokers, then ${continues}`;
      throw new OperatorError('no_log', message, { cause: error });
    } finally {
      await lifecycle.close();
    }
  });
}

function describe(to: LogPlace, { log, copied }: MovedLog, seconds: number): Output {
  const isKafka = to === 'kafka';
  const name = isKafka ? `Kafka (${log})` : log;
  const next = isKafka ? 'start the hub with KAFKA_BROKERS set' : 'start the hub without KAFKA_BROKERS';
  if (copied === null) {
    return {
      document: { to, log, events: 0, seconds: 0, moved: false },
      text: `The log of this hub is already in ${name}: ${next}.`,
    };
  }
  const events = copied.reduce((sum, { records }) => sum + records, 0);
  return {
    document: { to, log, events, seconds: Math.round(seconds * 10) / 10, moved: true },
    text: `Copied ${thousands(events)} events to ${name} in ${Math.round(seconds)} s: ${next}.`,
  };
}
