import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { boardFile, boards, boardText } from '../../infra/observability/dashboards/boards.ts';
import { buildBoard } from '../../infra/observability/dashboards/build-board.ts';
import { createDiskSpaceCheck } from '../../services/ingest/http/check-disk-space.ts';
import { createLogWatch } from '../../services/projector/watch-log.ts';
import { pollUntil } from '../../shared/async/waiting.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { patient } from '../support/runner/patience.ts';
import { projectRoot } from '../support/source-tree.ts';
import { familyOf, metricsIn, samplesOf, unknownLabels, unlistedIn } from './exposition.ts';
import { openObservedHub } from './observed-hub.ts';
import { hasPrometheus, lintMetrics, promtool, startPrometheus } from './prometheus.ts';

const folder = `${projectRoot}infra/observability`;
const logger = createLogger({ name: 'test', level: 'silent' });
const queries = boards.flatMap(({ rows, title }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap((panel) =>
      Object.values(panel.queries).map((query) => [`${title}, ${panel.title}`, query] as const),
    ),
  ),
);
/** Even an empty Prometheus answers 0 to such a query, so the test cuts this end off. */
const orZero = ' or vector(0)';

/** Has no series before the first part is left out. */
const leftOut = 'hub_ingest_skipped_total';

/** Metrics that have no samples here, and why. */
const notMade: Readonly<Record<string, string>> = {
  hub_log_records_lost: 'only records that were torn from a pack or a topic; pack-stream.test.ts, test/kafka',
  hub_log_replicas_behind: 'only Kafka has replicas; watch-log.test.ts',
  hub_log_surplus_partitions: 'only Kafka has such partitions; watch-log.test.ts',
  hub_ingest_disk_free_bytes: 'only the embedded server has a disk that is seen',
};

test.each(boards.map((board) => [board.uid, board] as const))(
  'the file of the dashboard %s equals the output of its source',
  (_, board) => {
    if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(boardFile(board), boardText(board));
    expect(readFileSync(boardFile(board), 'utf8'), 'npm run build:dashboards').toBe(boardText(board));
  },
);

test('the first rows of the first dashboard show losses, waits, and the part that is full next', () => {
  expect(boards[0]?.rows.slice(0, 3).map(({ title }) => title)).toEqual([
    'Is anybody losing anything?',
    'Is anybody waiting?',
    'What is full next?',
  ]);
});

test('no panel adds a line without a name to the named lines of its series', () => {
  const panels = boards.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
  const named = panels.flatMap(({ queries }) =>
    Object.entries(queries).filter(([legend]) => legend.includes('{{')),
  );
  expect(named.filter(([, query]) => query.includes(orZero))).toEqual([]);
});

test('Grafana starts with the datasource and the folder that the dashboards need, and compose mounts both', () => {
  const read = (path: string) => readFileSync(`${projectRoot}infra/${path}`, 'utf8');
  for (const board of boards) {
    const { templating, panels = [] } = buildBoard(board);
    expect(templating?.list).toMatchObject([{ type: 'datasource', name: 'datasource', query: 'prometheus' }]);
    const used = panels.flatMap(({ type, datasource }) => (type === 'row' ? [] : [datasource?.uid]));
    expect(new Set(used)).toEqual(new Set(['$datasource']));
  }
  expect(read('observability/grafana/provisioning/datasources/prometheus.yaml')).toContain('isDefault: true');
  const [, path = ''] =
    /path: (\S+)/.exec(read('observability/grafana/provisioning/dashboards/hub.yaml')) ?? [];
  const compose = read('compose.yaml');
  expect(compose).toContain(`- ./observability/grafana/dashboards:${path}:ro`);
  expect(compose).toContain('- ./observability/grafana/provisioning:/etc/grafana/provisioning:ro');
  expect(compose).toContain(`${path}/${boards[0]?.uid}.json`);
});

describe.skipIf(!hasPrometheus)('with the prometheus of Debian', () => {
  test('promtool accepts the configuration and the alerts, and each alert fires when it should', async () => {
    expect(await promtool('check', 'config', '--syntax-only', `${folder}/prometheus.yml`)).toContain(
      'SUCCESS',
    );
    expect(await promtool('check', 'rules', `${folder}/alerts.yml`)).toContain('SUCCESS');
    const tests = ['alerts.test.yml', 'alerts.days.test.yml'].map((name) => `${folder}/${name}`);
    await promtool('test', 'rules', ...tests);
    const alerts = readFileSync(`${folder}/alerts.yml`, 'utf8').match(/alert: \w+/g) ?? [];
    const tested = tests.map((path) => readFileSync(path, 'utf8')).join('');
    expect(alerts.filter((alert) => !tested.includes(alert.slice(7)))).toEqual([]);
  });

  test('a share of failures is 0 while nobody asks', async () => {
    const shares = queries.filter(([, query]) => query.includes(' / clamp_min('));
    expect(shares.length).toBeGreaterThan(1);
    const zero = ([, expr]: (typeof queries)[number]) => ({
      expr,
      eval_time: '1m',
      exp_samples: [{ labels: '{}', value: 0 }],
    });
    const input_series = [{ series: 'unrelated', values: '0 0' }];
    const file = join(await temporaryFolder(), 'shares.test.yml');
    const tests = [{ input_series, promql_expr_test: shares.map(zero) }];
    await writeFile(file, JSON.stringify({ tests }));
    expect(await promtool('test', 'rules', file)).toContain('SUCCESS');
  });

  test('every query of a panel finds data of a hub under load, with the right names, labels and units', async () => {
    const hub = await openObservedHub();
    // A service that is down.
    const prometheus = await startPrometheus({ ...hub.jobs, 'hub-gone': '127.0.0.1:1' }, hub.metricsToken);
    const samples = (query: string) =>
      prometheus.samples(query.replaceAll('$__rate_interval', '10s').replaceAll(orZero, ''));
    const silentAfter = async (asked: typeof queries, play: () => Promise<void>) => {
      let silent = asked;
      const poll = async () => {
        await play();
        const counts = await Promise.all(silent.map(([, query]) => samples(query)));
        silent = silent.filter((_, index) => counts[index] === 0);
        return silent.length === 0 ? true : null;
      };
      await pollUntil(poll, { withinMs: patient(60_000), everyMs: 300 });
      return silent;
    };
    const made = queries.filter(([, query]) => !metricsIn(query).some((name) => name in notMade));
    const ofFaults = made.filter(([, query]) => query.includes(orZero) || query.includes(leftOut));
    expect(ofFaults.length).toBeGreaterThanOrEqual(6);
    const others = made.filter((each) => !ofFaults.includes(each));
    expect(await silentAfter(others, hub.play)).toEqual([]);
    expect(await silentAfter(ofFaults, hub.playBadly)).toEqual([]);

    const expositions = await Promise.all(Object.values(hub.jobs).map(hub.metricsOf));
    const unlisted = Object.keys(hub.jobs).flatMap((job, index) =>
      unlistedIn(expositions[index] ?? '', job.replace('hub-', '')),
    );
    expect(unlisted, 'infra/reference/metric-groups.ts lacks these metrics').toEqual([]);
    const all = [...expositions, await expositionElsewhere()];
    for (const exposition of all) expect(await lintMetrics(exposition)).toBe('');
    const known = new Set(
      all.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)),
    );
    const alerts = readFileSync(`${folder}/alerts.yml`, 'utf8').match(/expr: (?:>-\n(?: {10}.*\n)+|.*)/g);
    expect(alerts?.length).toBeGreaterThan(20);
    const asked = [...queries.map(([, query]) => query), ...(alerts ?? [])];
    expect(asked.flatMap(metricsIn).filter((name) => !known.has(name) && !known.has(familyOf(name)))).toEqual(
      [],
    );
    const seen = all.flatMap(samplesOf);
    expect(seen.length).toBeGreaterThan(300);
    expect(asked.flatMap((query) => unknownLabels(query, seen))).toEqual([]);
    // This hub is set to make no drills, so no drill counts as failed.
    expect(expositions.join('')).toContain('hub_backup_failures_total{work="backup"');
    expect(expositions.join('')).not.toContain('hub_backup_failures_total{work="drill"');
  });
});

/** Metrics that only a hub with the embedded server has, or a hub whose log has faults. */
async function expositionElsewhere(): Promise<string> {
  const metrics = new Registry();
  const kinds = ['records_lost', 'setting_changed', 'replicas_behind', 'surplus_partitions'] as const;
  const findings = kinds.map((kind) => ({ kind, stream: 'hub.xp', count: 1, message: kind }) as const);
  await createLogWatch({ log: { inspect: async () => findings }, logger, metrics })();
  createDiskSpaceCheck({ directory: projectRoot, minFreeBytes: null }, { logger, metrics });
  return metrics.metrics();
}
