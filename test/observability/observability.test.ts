import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { boardFile, boards, boardText } from '../../infra/observability/dashboards/boards.ts';
import { startConsole } from '../../services/console/main.ts';
import { readConsoleSettings } from '../../services/console/settings.ts';
import { createDiskSpace } from '../../services/ingest/http/disk-space.ts';
import { startIngest } from '../../services/ingest/main.ts';
import { readIngestSettings } from '../../services/ingest/settings.ts';
import { startProjectorProcess } from '../../services/projector/main.ts';
import { readProjectorSettings } from '../../services/projector/settings.ts';
import { startQuery } from '../../services/query/main.ts';
import { readQuerySettings } from '../../services/query/settings.ts';
import { createLogger } from '../../shared/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { pollUntil } from '../../shared/waiting.ts';
import { atEnd } from '../support/at-end.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { temporaryDataDir } from '../support/hub/hub-process.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { projectRoot } from '../support/source-tree.ts';
import { familyOf, metricsIn, samplesOf } from './exposition.ts';
import { hasPrometheus, lintMetrics, promtool, startPrometheus } from './prometheus.ts';

const folder = `${projectRoot}infra/observability`;
const token = 'a-metrics-token-of-a-test';
const logger = createLogger({ name: 'test', level: 'silent' });
const queries = boards.flatMap(({ rows, title }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap((panel) => panel.queries.map(([query]) => [`${title}, ${panel.title}`, query] as const)),
  ),
);

test.each(boards.map((board) => [board.uid, board] as const))(
  'the file of the dashboard %s is what its source makes',
  (_, board) => {
    if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(boardFile(board), boardText(board));
    expect(readFileSync(boardFile(board), 'utf8'), 'npm run build:dashboards').toBe(boardText(board));
  },
);

test('the first rows of the first dashboard say who loses, who waits, and what is full next', () => {
  expect(boards[0]?.rows.slice(0, 3).map(({ title }) => title)).toEqual([
    'Is anybody losing anything?',
    'Is anybody waiting?',
    'What is full next?',
  ]);
});

test('Grafana begins with the datasource and the folder that the dashboards need, as compose mounts them', () => {
  const read = (path: string) => readFileSync(`${projectRoot}infra/${path}`, 'utf8');
  const uids = boards.flatMap((board) => boardText(board).match(/"uid": "hub-prometheus"/g) ?? []);
  expect(uids.length).toBeGreaterThan(queries.length);
  expect(read('observability/grafana/provisioning/datasources/prometheus.yaml')).toContain(
    'uid: hub-prometheus',
  );
  const [, path = ''] =
    /path: (\S+)/.exec(read('observability/grafana/provisioning/dashboards/hub.yaml')) ?? [];
  const compose = read('compose.yaml');
  expect(compose).toContain(`- ./observability/grafana/dashboards:${path}:ro`);
  expect(compose).toContain('- ./observability/grafana/provisioning:/etc/grafana/provisioning:ro');
  expect(compose).toContain(`${path}/${boards[0]?.uid}.json`);
});

describe.skipIf(!hasPrometheus)('with the prometheus of Debian', () => {
  test('promtool takes the configuration and the alerts, and each alert comes when it should', async () => {
    expect(await promtool('check', 'config', '--syntax-only', `${folder}/prometheus.yml`)).toContain(
      'SUCCESS',
    );
    expect(await promtool('check', 'rules', `${folder}/alerts.yml`)).toContain('SUCCESS');
    expect(await promtool('test', 'rules', `${folder}/alerts.test.yml`)).toContain('SUCCESS');
    const alerts = readFileSync(`${folder}/alerts.yml`, 'utf8').match(/alert: \w+/g) ?? [];
    const tested = readFileSync(`${folder}/alerts.test.yml`, 'utf8');
    expect(alerts.filter((alert) => !tested.includes(alert.slice(7)))).toEqual([]);
  });

  test('names and units hold to the conventions, and every query of a panel has data of a hub under load', async () => {
    const hub = await openHub();
    const expositions = await Promise.all(Object.values(hub.jobs).map((host) => metricsOf(host)));
    const all = [...expositions, await diskExposition()];
    for (const exposition of all) expect(await lintMetrics(exposition)).toBe('');

    const known = new Set(
      all.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)),
    );
    const asked = [...queries.map(([, query]) => query), readFileSync(`${folder}/alerts.yml`, 'utf8')];
    expect(asked.flatMap(metricsIn).filter((name) => !known.has(name) && !known.has(familyOf(name)))).toEqual(
      [],
    );
    expect(all.flatMap(samplesOf).length).toBeGreaterThan(300);

    const prometheus = await startPrometheus(hub.jobs, token);
    let silent = queries;
    await pollUntil(
      async () => {
        await hub.play();
        const counts = await Promise.all(
          silent.map(([, query]) => prometheus.samples(query.replaceAll('$__rate_interval', '10s'))),
        );
        silent = silent.filter((_, index) => counts[index] === 0);
        return silent.length === 0 ? true : null;
      },
      { withinMs: 60_000, everyMs: 300 },
    );
    expect(silent).toEqual([]);
  }, 120_000);
});

/** A hub of one process of each kind, and somebody who plays and reads on it. */
async function openHub() {
  const { url } = await freshDatabase('hub');
  const ports = { INGEST_PORT: '0', QUERY_PORT: '0', WORKER_METRICS_PORT: '0', CONSOLE_PORT: '0' };
  const dataDir = await temporaryDataDir(null);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    HUB_SECRET: randomBytes(32).toString('base64'),
    METRICS_TOKEN: token,
    HOST: '127.0.0.1',
    BACKUP_ENABLED: 'true',
    BACKUP_DRILL: 'off',
    BACKUP_DIR: join(dataDir, 'backups'),
    ...ports,
  };
  await runJson(settings, ['member', 'add', 'Quill']);
  // The projector looks for backups when it starts.
  await runJson(settings, ['backup', 'now']);
  const started = async (starting: Promise<RunningProcess>) => {
    const running = await starting;
    atEnd(() => running.close());
    return running;
  };
  const ingest = await started(startIngest(readIngestSettings(settings), logger));
  const projector = await started(startProjectorProcess(readProjectorSettings(settings), logger));
  const query = await started(startQuery(readQuerySettings(settings), logger));
  const pages = await started(startConsole(readConsoleSettings(settings), logger));
  const jobs = {
    'hub-ingest': `127.0.0.1:${ingest.port}`,
    'hub-projector': `127.0.0.1:${projector.port}`,
    'hub-query': `127.0.0.1:${query.port}`,
    'hub-console': `127.0.0.1:${pages.port}`,
  };

  const { code } = await runJson(settings, ['pair', 'Quill']);
  const plugin = createHubClient(`http://${jobs['hub-ingest']}`);
  const device = await plugin.pairWith(code);
  const made = [
    'key',
    'create',
    '--service',
    '--name',
    'map',
    '--categories',
    'stats,events',
    '--rate-limit',
    '6000',
  ];
  const { key } = await runJson(settings, made);
  const reader = createHubClient(`http://${jobs['hub-query']}`);
  const report = JSON.parse(await readFile(`${projectRoot}test/fixtures/reports/ha-loot.json`, 'utf8'));
  return {
    jobs,
    play: async () => {
      await plugin.report(device, { ...report, timestamp: Date.now() });
      for (const path of ['/me', '/snapshot', '/events', '/accounts']) await reader.get(path, { key });
      await fetch(`http://${jobs['hub-console']}/console/api/sign-in`);
    },
  };
}

async function metricsOf(host: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://${host}/metrics`, { headers })).text();
}

/** What only a hub with the embedded server has. */
async function diskExposition(): Promise<string> {
  const metrics = new Registry();
  await createDiskSpace({ directory: projectRoot, minFreeBytes: null }, { logger, metrics })();
  return metrics.metrics();
}
