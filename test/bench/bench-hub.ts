import '../../shared/runtime/small-buffer-pools.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { newKey } from '../../projections/access/commands/api-key.ts';
import { enrolMembers, makeServiceKeys } from '../../services/demo/enrolment.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { type Standalone, startStandalone } from '../../services/standalone/start-standalone.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { fillFeed } from './fill-feed.ts';
import { fillSeries, fillWeek } from './fill-series.ts';
import { introduceAccounts } from './introduce-accounts.ts';
import { pairDevices } from './pair-devices.ts';
import { replayEvent } from './replay-log.ts';
import { serveJobs } from './workers.ts';

/** A process of its own with the hub that is measured, on the embedded PostgreSQL and a temporary folder. */
export interface HubJob {
  readonly accounts: number;
  readonly keys: number;
  /** Of each key; 600 when not given. */
  readonly ratePerMinute?: number;
  /** Of a past to append before it answers; none when not given. */
  readonly events?: number;
  /** Gives each member an account, and the feed this many stored events of them; none when not given. */
  readonly feed?: number;
  /** Gives each member an account with the longest xp series that can be asked for. */
  readonly series?: boolean;
  /** Gives each member an account with a week of xp, twelve hours a day, in buckets of five minutes. */
  readonly week?: boolean;
  /** Where its data stays when it has ended; a temporary folder when not given. */
  readonly keepIn?: string;
}

export interface BenchHub {
  readonly port: number;
  readonly databaseUrl: string;
  /** Epoch ms; what was written as past ends here. */
  readonly historyUntil: number;
  readonly dataDir: string;
  readonly postgresPid: number;
  /** A device's token for each account. */
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
}

/** Events of one append of the past. */
const pastAtOnce = 5_000;

let hub: Standalone | undefined;
let temporary: Awaited<ReturnType<typeof makeBenchFolder>> | undefined;

serveJobs<HubJob, BenchHub>(open, async () => {
  await hub?.close();
  await temporary?.remove();
});

async function makeDataDir(): Promise<string> {
  temporary = await makeBenchFolder();
  return temporary.path;
}

async function open(job: HubJob): Promise<BenchHub> {
  const { accounts, keys, ratePerMinute, events = 0, feed = 0, series = false, week = false } = job;
  const dataDir = job.keepIn ?? (await makeDataDir());
  const settings = readStandaloneSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    BACKUP_ENABLED: 'false',
  });
  hub = await startStandalone(settings, createLogger({ name: 'hub', level: 'warn' }, pino.destination(2)));
  const { core } = hub;
  await core.directory.atLeast(0, 10_000);
  const pidFile = await readFile(join(core.databaseDirectory ?? '', 'postmaster.pid'), 'utf8');
  const names = Array.from({ length: accounts }, (_, index) => `Member ${index}`);
  const members = await enrolMembers(core, names);
  const serviceKeys = Array.from({ length: keys }, newKey);
  await makeServiceKeys(core, serviceKeys, ratePerMinute);
  for (let from = 0; from < events; from += pastAtOnce) {
    const numbers = Array.from({ length: Math.min(pastAtOnce, events - from) }, (_, index) => from + index);
    await core.journal.append(
      numbers.map((number) => replayEvent(number).event),
      { deadlineMs: 60_000 },
    );
  }
  const historyUntil = Date.now();
  if (feed > 0 || series || week) await introduceAccounts(core, [...members.values()]);
  if (feed > 0) await fillFeed(core.databaseUrl, accounts, feed);
  if (series) await fillSeries(core.databaseUrl, accounts, historyUntil);
  if (week) await fillWeek(core.databaseUrl, accounts, historyUntil);
  return {
    port: hub.port,
    databaseUrl: core.databaseUrl,
    historyUntil,
    dataDir,
    postgresPid: Number(pidFile.split('\n')[0]),
    tokens: await pairDevices(core, [...members.values()]),
    keys: serviceKeys.map(({ key }) => key),
  };
}
