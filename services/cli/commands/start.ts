import { resolve } from 'node:path';
import type { Command } from 'commander';
import { warnOfLocalAddress } from '../../../shared/http/local-address.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { loadEnvironment } from '../../../shared/process/settings/environment-settings.ts';
import { warnOfMisspeltSettings } from '../../../shared/process/settings/misspelt-settings.ts';
import { describeMachine } from '../../../shared/runtime/describe-machine.mjs';
import { hasBuiltPages, pagesMissing } from '../../console/built-pages.mjs';
import { setUpLink } from '../../console/sign-in/set-up.ts';
import { readStandaloneSettings, type StandaloneSettings } from '../../standalone/settings.ts';
import { type Standalone, startStandalone } from '../../standalone/start-standalone.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { type PortFlag, portOption, withPort } from '../terminal/arguments.ts';
import { printReady, printSetUpLink } from '../terminal/output.ts';

export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run the hub: plugin endpoints and read API on one port, until Ctrl-C')
    .addOption(portOption())
    .action(runStart);
}

async function runStart(flags: PortFlag, command: Command): Promise<void> {
  const settings = readStandaloneSettings(withPort(loadEnvironment(), flags));
  const logger = createLogger({ name: 'hub', level: settings.LOG_LEVEL });
  warnOfMisspeltSettings(logger);
  await runUntilStopped({
    start: () => startStandalone(settings, logger),
    onReady: (hub) => greet(hub, settings, command.optsWithGlobals().json === true),
    logger,
  });
}

function greet({ port, core }: Standalone, settings: StandaloneSettings, json: boolean): void {
  const url = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const data = resolve(settings.DATA_DIR);
  const { databaseDirectory } = core;
  const pages = hasBuiltPages();
  const { PUBLIC_URL: publicUrl = null, HOST: host } = settings;
  const warning = warnOfLocalAddress(url, { publicUrl, host });
  const machine = describeMachine({ node: process.execPath, hasPostgres: true });
  const text = [
    `The hub is ready: ${pages ? `pages at ${url}, ` : ''}read API at ${url}/api/v1 (Ctrl-C stops it)`,
    ...(pages ? [] : [pagesMissing]),
    ...warning,
    ...(machine === null ? [] : [machine]),
    'Add a member and pair a plugin: npm run hub -- member add NAME, then npm run hub -- pair NAME',
    `Data: ${data}${whereDatabase(data, databaseDirectory)}`,
  ].join('\n');
  const document = { url, data, database: databaseDirectory, pages };
  printReady({ document, text }, { json, name: 'hub' });
  // The set-up link leads to a page.
  if (!json && pages) printSetUpLink(setUpLink(core.directory.currentOrStale(), core.hubSecret, url), []);
}

function whereDatabase(data: string, directory: string | null): string {
  if (directory === null) return ', database: DATABASE_URL';
  if (directory.startsWith(`${data}/`)) return '';
  return `, database: ${directory}, because the account of the embedded server cannot reach ${data}`;
}
