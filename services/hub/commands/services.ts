import type { Command } from 'commander';
import { createLogger, type Logger, type LogLevel } from '../../../shared/logger.ts';
import { warnOfMisspeltSettings } from '../../../shared/process/misspelt-settings.ts';
import type { RunningProcess } from '../../../shared/process/start-process.ts';
import { startIngest } from '../../ingest/main.ts';
import { readIngestSettings } from '../../ingest/settings.ts';
import { startProjectorProcess } from '../../projector/main.ts';
import { readProjectorSettings } from '../../projector/settings.ts';
import { startQuery } from '../../query/main.ts';
import { readQuerySettings } from '../../query/settings.ts';
import { print } from '../output.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

/** The commands that run a hub as separate processes. */
export function serviceCommands(program: Command): void {
  serviceCommand(program, {
    name: 'ingest',
    description: 'run the plugin endpoints as a process of its own; any number may run',
    readSettings: readIngestSettings,
    start: startIngest,
  });
  serviceCommand(program, {
    name: 'projector',
    description: 'run the projections as a process of its own; any number share the work',
    readSettings: readProjectorSettings,
    start: startProjectorProcess,
  });
  serviceCommand(program, {
    name: 'query',
    description: 'run the read API as a process of its own; any number may run',
    readSettings: readQuerySettings,
    start: startQuery,
  });
}

interface Service<Settings> {
  readonly name: 'ingest' | 'projector' | 'query';
  readonly description: string;
  readonly readSettings: () => Settings;
  readonly start: (settings: Settings, logger: Logger) => Promise<RunningProcess>;
}

/** A command that runs a service until it is stopped. */
function serviceCommand<Settings extends { readonly LOG_LEVEL: LogLevel }>(
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
      await runUntilStopped(
        () => start(settings, logger),
        ({ port }) => {
          const json = command.optsWithGlobals().json === true;
          const text = `hub ${name} is ready on port ${port} (Ctrl-C stops it)`;
          print({ document: { process: name, port }, text }, json);
        },
      );
    });
}
