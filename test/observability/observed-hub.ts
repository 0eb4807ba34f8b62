import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startConsole } from '../../services/console/main.ts';
import { readConsoleSettings } from '../../services/console/settings.ts';
import { startIngest } from '../../services/ingest/main.ts';
import { readIngestSettings } from '../../services/ingest/settings.ts';
import { startProjectorProcess } from '../../services/projector/main.ts';
import { readProjectorSettings } from '../../services/projector/settings.ts';
import { startQuery } from '../../services/query/main.ts';
import { readQuerySettings } from '../../services/query/settings.ts';
import { createLogger } from '../../shared/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { atEnd } from '../support/at-end.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { temporaryDataDir } from '../support/hub/hub-process.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { projectRoot } from '../support/source-tree.ts';

const metricsToken = 'a-metrics-token-of-a-test';
const devicesPaired = 10;

type Settings = Readonly<Record<string, string>>;

/** A hub of one process of each kind, and people who play and read on it. */
export async function openObservedHub() {
  const { url, database } = await freshDatabase('hub');
  const dataDir = await temporaryDataDir(null);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    HUB_SECRET: randomBytes(32).toString('base64'),
    METRICS_TOKEN: metricsToken,
    HOST: '127.0.0.1',
    BACKUP_ENABLED: 'true',
    BACKUP_DRILL: 'off',
    BACKUP_DIR: join(dataDir, 'backups'),
    INGEST_PORT: '0',
    QUERY_PORT: '0',
    WORKER_METRICS_PORT: '0',
    CONSOLE_PORT: '0',
  };
  await runJson(settings, ['member', 'add', 'Quill']);
  // The projector looks for backups when it starts.
  await runJson(settings, ['backup', 'now']);
  const jobs = await startProcesses(settings);

  const plugin = createHubClient(`http://${jobs['hub-ingest']}`);
  const devices: string[] = [];
  while (devices.length < devicesPaired) {
    const { code } = await runJson(settings, ['pair', 'Quill']);
    devices.push(await plugin.pairWith(code));
  }
  const named = ['--name', 'map', '--categories', 'stats,events', '--rate-limit', '6000'];
  const { key } = await runJson(settings, ['key', 'create', '--service', ...named]);
  const reader = createHubClient(`http://${jobs['hub-query']}`);
  const sample = JSON.parse(await readFile(`${projectRoot}test/fixtures/reports/ha-loot.json`, 'utf8'));
  const reportOf = (player: number, more = {}) => {
    const accountHash = sample.player.accountHash.slice(0, -2) + String(player).padStart(2, '0');
    return { ...sample, player: { ...sample.player, accountHash }, timestamp: Date.now(), ...more };
  };
  const [device = ''] = devices;

  return {
    jobs,
    metricsToken,
    metricsOf: async (host: string) => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await fetch(`http://${host}/metrics`, { headers })).text();
    },
    play: async () => {
      await Promise.all(devices.map((each, player) => plugin.report(each, reportOf(player))));
      for (const path of ['/me', '/snapshot', '/events', '/accounts']) await reader.get(path, { key });
      await fetch(`http://${jobs['hub-console']}/console/api/sign-in`);
    },
    /** What is refused, left out, or fails since tables are away for a moment. */
    playBadly: async () => {
      await plugin.report('nobody', reportOf(0));
      await plugin.report(device, reportOf(0, { events: ['no event'] }));
      await database.run({
        text: 'alter table log.partition rename to away; alter schema event_feed_g1 rename to away',
      });
      await plugin.report(device, reportOf(0));
      await reader.get('/events', { key });
      await database.run({
        text: 'alter table log.away rename to partition; alter schema away rename to event_feed_g1',
      });
    },
  };
}

/** @returns where each answers, by the name of its job */
async function startProcesses(settings: Settings) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const started = async (starting: Promise<RunningProcess>) => {
    const running = await starting;
    atEnd(() => running.close());
    return `127.0.0.1:${running.port}`;
  };
  return {
    'hub-ingest': await started(startIngest(readIngestSettings(settings), logger)),
    'hub-projector': await started(startProjectorProcess(readProjectorSettings(settings), logger)),
    'hub-query': await started(startQuery(readQuerySettings(settings), logger)),
    'hub-console': await started(startConsole(readConsoleSettings(settings), logger)),
  };
}
