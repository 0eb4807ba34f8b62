import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../shared/observability/logger.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../shared/postgres/embedded/embedded-postgres.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { startTestHub, type TestHub } from '../support/hub/hub.ts';
import { dataDirWithCluster } from '../support/postgres/made-cluster.ts';
import { patient } from '../support/runner/patience.ts';

const logger = createLogger({ name: 'test-postgres', level: 'silent' });
const metricsToken = 'a-metrics-token-of-a-test';
const pageBytes = 8_192;

test('a hub with damaged database pages starts and reports the damage, and the reported command repairs it', {
  timeout: patient(360_000),
}, async () => {
  const dataDir = await dataDirWithCluster();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => server.stop());
  const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, METRICS_TOKEN: metricsToken };
  const whole = await startTestHub({ settings });
  const key = await whole.makeKey();
  const token = await whole.pair(await whole.addMember('Merrin'));
  const report = JSON.parse(
    await readFile(new URL('../fixtures/reports/ha-loot.json', import.meta.url), 'utf8'),
  );
  expect((await whole.report(token, { ...report, timestamp: Date.now() })).status).toBe(200);
  await whole.getUntil('/snapshot', { key, seen: ({ body }) => body.data?.length === 1, withinMs: 10_000 });
  const tables = ['account_state_g1.part', 'event_feed_g1.event', 'log.hub_xp'];
  const files = await filesOf(server, tables);
  await whole.close();
  await server.stop();
  for (const file of files) await damageFirstPage(file);

  const again = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => again.stop());
  const now = { ...settings, DATABASE_URL: again.url };
  const hub = await startTestHub({ settings: now });
  expect((await hub.get('/me', { key })).status).toBe(200);
  expect((await hub.get('/snapshot', { key })).status).toBe(503);
  const events = await hub.get('/events', { key });
  expect([events.status, events.body.error.code]).toEqual([503, 'unavailable']);

  await expect
    .poll(() => findDamageError(now), { timeout: 90_000 })
    .toEqual({
      'account-state': 'block 0 of table part cannot be read',
      'event-feed': 'block 0 of table event cannot be read',
    });
  const { checks } = JSON.parse((await runInProcess(now, ['doctor', '--json'])).stdout);
  const found = checks.find(({ name }: { readonly name: string }) => name === 'projections');
  expect(found.detail).toContain('event-feed has a damaged table (block 0 of table event cannot be read)');
  expect(found.fix).toContain('hub projections rebuild event-feed --promote');
  const { stdout } = await runInProcess(now, ['projections']);
  expect(stdout).toMatch(/^event-feed .* live, damaged /m);
  expect(stdout).toContain('run hub projections rebuild event-feed --promote, then hub projections retire');
  await expect.poll(() => metric(hub, 'projection_damaged_generations'), { timeout: 90_000 }).toBe(2);

  for (const projection of ['account-state', 'event-feed']) {
    await runJson(now, ['projections', 'rebuild', projection, '--full-speed', '--promote']);
  }
  await hub.getUntil('/snapshot', { key, seen: ({ status }) => status === 200, withinMs: 10_000 });
  await hub.getUntil('/events', { key, seen: ({ body }) => body.data?.length === 1, withinMs: 30_000 });

  const refused = await runInProcess(now, ['projections', 'rebuild', 'xp-history']);
  expect(refused.stderr).toMatch(
    /up to 1 records cannot be read, hub\.xp\/\d+ 0 to 0, since block 0 of log\.hub_xp is damaged: restore a backup/,
  );
  expect(await findDamageError(now)).toMatchObject({ 'account-state': expect.any(String) });
  await runJson(now, ['projections', 'retire', 'account-state', '--previous']);
  expect(Object.keys(await findDamageError(now))).toEqual(['event-feed']);
});

interface Listed {
  readonly name: string;
  readonly damage: string | null;
}

async function findDamageError(settings: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { projections } = await runJson(settings, ['projections']);
  const damaged = projections.filter(({ damage }: Listed) => damage !== null);
  return Object.fromEntries(damaged.map(({ name, damage }: Listed) => [name, damage]));
}

/** The sum of a metric over its labels. */
async function metric({ url }: TestHub, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const values = [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function filesOf(server: EmbeddedPostgres, tables: readonly string[]): Promise<string[]> {
  const database = openDatabase({
    url: server.url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  const rows = await database.many<{ file: string }>({
    text: 'select pg_relation_filepath(name::regclass) as file from unnest($1::text[]) as name',
    values: [tables],
  });
  await database.close();
  return rows.map(({ file }) => join(server.directory, file));
}

async function damageFirstPage(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  await opened.write(Buffer.alloc(64, 0xa5), 0, 64, pageBytes / 2);
  await opened.close();
}
