import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { serviceSettings, startService } from '../support/hub/services.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { projectRoot } from '../support/source-tree.ts';

const metricsToken = 'a-metrics-token-of-a-test';
const devicesPaired = 10;

type Settings = Readonly<Record<string, string>>;

export async function openObservedHub() {
  const { url, database } = await freshDatabase('hub');
  const common = await serviceSettings();
  const settings = {
    ...common,
    DATABASE_URL: url,
    METRICS_TOKEN: metricsToken,
    BACKUP_ENABLED: 'true',
    BACKUP_DRILL: 'off',
    BACKUP_DIR: join(common.DATA_DIR, 'backups'),
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

/** @returns host and port by the name of the job */
async function startProcesses(settings: Settings) {
  const start = async (service: Parameters<typeof startService>[0]) =>
    new URL(await startService(service, settings)).host;
  return {
    'hub-ingest': await start('ingest'),
    'hub-projector': await start('projector'),
    'hub-query': await start('query'),
    'hub-console': await start('console'),
  };
}
