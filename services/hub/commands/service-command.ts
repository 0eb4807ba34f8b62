import type { Command } from 'commander';
import { createLogger, type Logger, type LogLevel } from '../../../shared/logger.ts';
import { warnOfMisspeltSettings } from '../../../shared/process/misspelt-settings.ts';
import type { RunningProcess } from '../../../shared/process/start-process.ts';
import { print } from '../output.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

interface Service<Settings> {
  readonly name: 'ingest' | 'projector' | 'query' | 'console';
  readonly description: string;
  readonly readSettings: () => Settings;
  readonly start: (settings: Settings, logger: Logger) => Promise<RunningProcess>;
}

/** A command that runs one of the hub’s processes until it is stopped. */
export function serviceCommand<Settings extends { readonly LOG_LEVEL: LogLevel }>(
  program: Command,
  { name, description, readSettings, start }: Service<Settings>,
): void {
  program
    .command(name)
    .description(description)
    .action(async (_: unknown, command: Command) => {
      const settings = readSettings();
      const logger = createLogger({ name, level: settings.LOG_LEVEL });
      warnOfMisspeltSettings(logger);
      await runUntilStopped({
        start: () => start(settings, logger),
        onReady: ({ port }) => {
          const json = command.optsWithGlobals().json === true;
          const text = `hub ${name} is ready on port ${port} (Ctrl-C stops it)`;
          print({ document: { process: name, port }, text }, json);
        },
        logger,
      });
    });
}
