import type { Command } from 'commander';
import type { Retention } from '../../../shared/events/streams.ts';
import { warnOfLocalAddress } from '../../../shared/http/local-address.ts';
import { createLogger, type Logger, type LogLevel } from '../../../shared/observability/logger.ts';
import { warnOfMisspeltSettings } from '../../../shared/process/settings/misspelt-settings.ts';
import type { RunningProcess } from '../../../shared/process/start-process.ts';
import { pagesMissing } from '../../console/built-pages.mjs';
import { runUntilStopped } from '../run-until-stopped.ts';
import { printReady, printSetUpLink } from '../terminal/output.ts';

/** A balancer that checks the health each second notices the end of a process in this time. */
const noticeMs = 2_000;

interface Service<Settings> {
  readonly name: 'ingest' | 'projector' | 'query' | 'console';
  readonly description: string;
  readonly readSettings: () => Settings;
  /** `signal`: ends a wait for tables. */
  readonly start: (settings: Settings, logger: Logger, signal: AbortSignal) => Promise<RunningService>;
  /** Given by the process that deletes old records of the log. */
  readonly retentionOf?: (settings: Settings) => Retention;
}

interface RunningService extends RunningProcess {
  /** Only a console has this field. */
  readonly hasPages?: boolean;
  /** From a console of a hub without members. */
  readonly setUpLink?: string | null;
}

interface ProcessSettings {
  readonly LOG_LEVEL: LogLevel;
  readonly DATABASE_OWNER_URL?: string | undefined;
  readonly HOST?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

export function serviceCommand<Settings extends ProcessSettings>(
  program: Command,
  { name, description, readSettings, start, retentionOf }: Service<Settings>,
): void {
  program
    .command(name)
    .description(description)
    .action(async (_: unknown, command: Command) => {
      const settings = readSettings();
      const logger = createLogger({ name, level: settings.LOG_LEVEL });
      warnOfMisspeltSettings(logger);
      await migrateIfOwner(settings, retentionOf?.(settings));
      await runUntilStopped({
        noticeMs: name === 'projector' ? 0 : noticeMs,
        start: (signal) => start(settings, logger, signal),
        onReady: ({ port, hasPages, setUpLink = null }) => {
          const json = command.optsWithGlobals().json === true;
          const ready = `hub ${name} is ready on port ${port} (Ctrl-C stops it)`;
          const text = hasPages === false ? `${ready}\n${pagesMissing}` : ready;
          const document = { process: name, port, ...(hasPages !== undefined && { pages: hasPages }) };
          printReady({ document, text }, { json, name });
          const { PUBLIC_URL: publicUrl = null, HOST: host } = settings;
          if (!json) printSetUpLink(setUpLink, warnOfLocalAddress(setUpLink ?? '', { publicUrl, host }));
        },
        logger,
      });
    });
}

/** Imports `migrateHub` only when needed, because it loads the code of all processes. */
async function migrateIfOwner(
  { DATABASE_OWNER_URL: ownerUrl }: ProcessSettings,
  retention: Retention | undefined,
): Promise<void> {
  if (ownerUrl === undefined) return;
  const { migrateHub } = await import('../../standalone/schema/migrate-hub.ts');
  await migrateHub(ownerUrl, retention && { retention });
}
