import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { pino } from 'pino';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { newApiKey } from '../../../projections/access/commands/keys/new-api-key.ts';
import { listenForStop, type StopSignals } from '../../../shared/async/stop-signals.ts';
import { systemClock } from '../../../shared/clock.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { warnOfLocalAddress } from '../../../shared/http/local-address.ts';
import { createLogger, type Logger } from '../../../shared/observability/logger.ts';
import { loadEnvironment } from '../../../shared/process/settings/environment-settings.ts';
import { secretSettingNames } from '../../../shared/process/settings/every-setting.ts';
import { discordSettings } from '../../../shared/process/settings/page-settings.ts';
import { fileFormOf } from '../../../shared/process/settings/secret-files.ts';
import { tileTrailDaysOf } from '../../../shared/process/settings/tile-days.ts';
import { hasBuiltPages, pagesMissing } from '../../console/built-pages.mjs';
import { createSignInLink } from '../../console/sign-in/create-sign-in-link.ts';
import { createSignInLinkStore, signInLinkLifeMs } from '../../console/sign-in/sign-in-links.ts';
import { claimForDemo } from '../../demo/demo-memory.ts';
import { itemsOfFile } from '../../demo/game/items.ts';
import { type HistoryProgress, writeHistoryOf } from '../../demo/history/write-history.ts';
import type { SavedCharacters } from '../../demo/play/saved-character.ts';
import { playersMax } from '../../demo/player-names.ts';
import { startDemo } from '../../demo/start-demo.ts';
import { writeFileItems } from '../../ingest/game/game-tables.ts';
import { pairingPluginsOf } from '../../operations/devices/pairing-plugins.ts';
import type { HubCore } from '../../standalone/open-core.ts';
import {
  readStandaloneSettings,
  type StandaloneSettings,
  standaloneSettings,
} from '../../standalone/settings.ts';
import { startStandalone } from '../../standalone/start-standalone.ts';
import { explainDelay } from '../run-command.ts';
import { filePath, type PortFlag, portOption, wholeNumber, withPort } from '../terminal/arguments.ts';
import { printFully, shellWord } from '../terminal/output.ts';

interface DemoFlags extends PortFlag {
  readonly players: number;
  readonly seed: number;
  readonly dataDir?: string;
  readonly history?: number;
}

const forceAfterMs = 9_500;
const historyDaysMax = 366;
/** The reports of the simulated past must be older than the reports of the running demo. */
const historyEndsBeforeMs = 5_000;

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('run a separate hub with a simulated guild that travels, fights, levels and loots')
    .option('--players <count>', 'the number of players', wholeNumber(1, playersMax), 40)
    .option('--seed <number>', 'each number creates another guild', wholeNumber(0, 999_999_999), 1)
    .addOption(portOption())
    .option(
      '--data-dir <folder>',
      'keep the data here, and continue with it later (default: a temporary folder, removed at the end)',
      filePath,
    )
    .option(
      '--history <days>',
      'first write this many days of sessions, xp, gear, trails and loot, if the data has no past yet',
      wholeNumber(1, historyDaysMax),
    )
    .action(runDemo);
}

async function runDemo(flags: DemoFlags, command: Command): Promise<void> {
  const stop = listenForStop(forceAfterMs);
  const dataDir = flags.dataDir === undefined ? await makeTemporaryFolder() : resolve(flags.dataDir);
  try {
    const settings = demoSettings(flags, dataDir);
    // Stdout is for the demo's output.
    const logger = createLogger({ name: 'hub', level: settings.LOG_LEVEL }, pino.destination(2));
    await runDemoHub(flags, settings, logger, {
      ready: (ready) => greet(ready, settings.HOST, command.optsWithGlobals().json === true),
      stop,
    });
  } finally {
    if (flags.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    stop.close();
  }
}

async function runDemoHub(
  flags: DemoFlags,
  settings: StandaloneSettings,
  logger: Logger,
  run: { readonly ready: (ready: Ready) => Promise<void>; readonly stop: StopSignals },
): Promise<void> {
  const hub = await startStandalone(settings, logger);
  try {
    const origin = `http://localhost:${hub.port}`;
    const { players, seed } = flags;
    const { members } = await readCurrent(hub.core).catch(explainDelay);
    // A guild loads names and prices with `hub game load`.
    await writeFileItems(hub.core.ingestPool, itemsOfFile, Date.now());
    await claimForDemo(settings.DATA_DIR, seed, members.size > 0);
    const characters = await writeHistory(flags, settings, hub.core, run.stop.signal);
    if (characters === 'stopped') return;
    const key = newApiKey();
    const demo = await startDemo({
      players,
      seed,
      origin,
      hub: hub.core,
      key,
      characters,
      dataDir: settings.DATA_DIR,
      logger,
    });
    try {
      const { code, officer } = demo;
      const signIn = await linkFor(hub.core, officer.id, origin);
      await run.ready({
        url: origin,
        key: key.key,
        code,
        sign_in: { ...signIn, member: officer.name },
        data_dir: settings.DATA_DIR,
      });
      await Promise.race([run.stop.requested, hub.failed, demo.failed]);
    } finally {
      await demo.stop();
    }
  } finally {
    await hub.close();
  }
}

function linkFor({ consolePool, journal }: HubCore, memberId: string, origin: string) {
  const links = createSignInLinkStore(consolePool, systemClock);
  return createSignInLink({ journal, links }, { memberId, by: 'hub', origin });
}

async function writeHistory(
  { history, players, seed }: DemoFlags,
  settings: StandaloneSettings,
  hub: HubCore,
  signal: AbortSignal,
): Promise<SavedCharacters | 'stopped'> {
  if (history === undefined) return {};
  const until = Date.now() - historyEndsBeforeMs;
  try {
    const characters = await writeHistoryOf({
      hub,
      players,
      seed,
      days: history,
      until,
      writtenFrom: {
        'hub.location': Date.now() - settings.LOCATION_RETENTION_DAYS * dayMs,
        'hub.tiles': Date.now() - tileTrailDaysOf(settings) * dayMs,
      },
      onProgress: (progress) => process.stderr.write(`${describeProgress(progress, history)}\n`),
      signal,
    });
    if (characters === null)
      process.stderr.write('The data already has a past, and the demo continues it.\n');
    return characters ?? {};
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

function describeProgress(progress: HistoryProgress, days: number): string {
  return progress.kind === 'played'
    ? `The past: day ${progress.days} of ${days}, ${progress.records} records`
    : `The past: ${progress.behind} records to be projected`;
}

/** Settings that may point to a real hub of the operator or hold its secrets. */
const ofAnotherHub = [
  ...secretSettingNames.flatMap((name) => [name, fileFormOf(name)]),
  ...Object.keys(discordSettings).filter((name) => !secretSettingNames.includes(name)),
  'KAFKA_BROKERS',
  'PUBLIC_URL',
];

function demoSettings(flags: DemoFlags, dataDir: string): StandaloneSettings {
  const environment = withPort(loadEnvironment(), flags);
  const { PORT, LOG_LEVEL = 'warn', HUB_NAME = 'Fellowship of the Fen' } = environment;
  // A misspelt setting of another hub must not stop a demo.
  const names = Object.keys(standaloneSettings.shape).filter((name) => !ofAnotherHub.includes(name));
  const given = Object.fromEntries(names.map((name) => [name, environment[name]]));
  const own = {
    LOG_LEVEL,
    DATA_DIR: dataDir,
    BACKUP_ENABLED: 'false',
    // For a backup that somebody starts on the demo's pages.
    BACKUP_DIR: backupDirOf(dataDir),
  };
  return readStandaloneSettings({ ...given, ...own, HUB_NAME, PORT });
}

/** The default backup folder belongs to a real hub. */
function backupDirOf(dataDir: string): string {
  return join(dataDir, 'backups');
}

/**
 * When root runs the demo, PostgreSQL runs as another user, who must be able to enter the folder.
 */
async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-demo-'));
  await chmod(folder, 0o711);
  return folder;
}

interface Ready {
  readonly url: string;
  readonly key: string;
  readonly code: string | null;
  readonly sign_in: { readonly link: string; readonly expires_at: string; readonly member: string };
  readonly data_dir: string;
}

function greet(ready: Ready, host: string | undefined, json: boolean): Promise<void> {
  const { url, key, code, data_dir: dataDir, sign_in: signIn } = ready;
  const { byCode } = pairingPluginsOf();
  const warning = warnOfLocalAddress(url, { publicUrl: null, host });
  const text = [
    `A guild plays on ${url}, read API at ${url}/api/v1 (Ctrl-C stops it)`,
    hasBuiltPages() ? `Watch it: ${url}/#key=${key}` : pagesMissing,
    `Sign in as ${signIn.member}, an admin, once within ${signInLinkLifeMs / minuteMs} minutes: ${signIn.link}`,
    `Key: ${key}`,
    ...(code === null
      ? []
      : [`Pairing code for your own ${byCode.join(' or ')}, valid for 5 minutes: ${code}`]),
    ...warning,
    '',
    `curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/snapshot`,
    `${settingsFor(dataDir)} npm run hub -- projections`,
  ].join('\n');
  return printFully({ document: ready, text }, json);
}

/** Empties the settings of the environment that may name another hub. */
function settingsFor(dataDir: string): string {
  const environment = loadEnvironment();
  const others = ofAnotherHub.filter((name) => environment[name] !== undefined);
  const own = [`DATA_DIR=${shellWord(dataDir)}`, `BACKUP_DIR=${shellWord(backupDirOf(dataDir))}`];
  return [...own, ...others.map((name) => `${name}=`)].join(' ');
}
