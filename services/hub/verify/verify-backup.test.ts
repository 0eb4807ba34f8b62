import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { projections } from '../../../projections/registry.ts';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { createLogger } from '../../../shared/logger.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import type { Answer } from '../../../test/support/hub/hub-client.ts';
import { mixedLog } from '../../../test/support/log/mixed-log.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { createBackupMetrics } from '../../projector/backup/backup-metrics.ts';
import { createDrills } from '../../projector/backup/drills.ts';
import { runDrill } from '../../projector/backup/run-drill.ts';

const fixture = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8'));

test('a backup leads to the tables of the hub that went on, and what differs is told and listed', {
  timeout: 120_000,
}, async () => {
  const folder = await temporaryFolder();
  const { url, database } = await freshDatabase('rooms');
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    HUB_SECRET: randomBytes(32).toString('base64'),
    PORT: '0',
  };
  const hub = await startTestHub({ settings });
  const key = await hub.makeKey();
  const token = await hub.pair(await hub.addMember('Merrin'));
  const report = async (name: string) =>
    expect((await hub.report(token, { ...(await fixture(name)), timestamp: Date.now() })).status).toBe(200);
  // Not its membership, which ends with the hub decommissioned.
  const mixed = mixedLog(300).filter(({ stream }) => stream !== 'hub.membership');
  await hub.append(mixed);
  await report('ha-snapshot');
  await report('ha-loot');
  const { body } = await hub.getUntil('/accounts', {
    key,
    withinMs: 20_000,
    seen: (answer: Answer) => answer.body.data?.[0]?.world != null,
  });
  const [{ id }] = body.data;
  const { file } = await runJson(settings, ['backup', 'now']);
  // What comes after the backup, an erasure among it.
  await report('ha-death');
  await hub.append(mixed.slice(0, 100).map((event) => ({ ...event, recordId: randomUUID() })));
  await runJson(settings, ['account', 'erase', id]);
  await report('ha-snapshot');

  const verified = await runJson(settings, ['backup', 'verify', file]);
  expect(verified).toMatchObject({ file, ok: true, records: expect.any(Number) });
  expect(verified.rooms.map(({ name }: { name: string }) => name)).toEqual(
    projections.map(({ name }) => name),
  );
  expect(verified.rooms.filter((room: { digest_equal: boolean }) => !room.digest_equal)).toEqual([]);
  expect(verified.rooms.every(({ rows }: { rows: number }) => rows > 0)).toBe(true);
  const list = async () => (await runJson(settings, ['backup', 'list'])).backups;
  expect(await list()).toMatchObject([{ file, verified_at: expect.stringMatching(/Z$/), problem: null }]);

  await database.run({ text: 'update event_feed_g1.event set seq = seq + 1000000 where seq = 1' });
  const { file: next } = await runJson(settings, ['backup', 'now']);
  const registry = new Registry();
  const backups = openBackupFolder(settings.BACKUP_DIR);
  const metrics = createBackupMetrics(registry, Date.now);
  const { signal } = new AbortController();
  const tryDue = createDrills({
    folder: backups,
    rule: 'nightly',
    clock: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics,
    run: (tried) => runDrill({ file: tried, environment: { PATH: process.env.PATH, ...settings }, signal }),
  });
  const newest = async () => (await backups.list()).backups.at(-1) ?? null;
  await tryDue(await newest(), signal);
  expect(await registry.metrics()).toContain('hub_backup_failures_total{work="drill"} 1');
  expect(await registry.metrics()).toMatch(/^hub_backup_age_seconds\{work="drill"\} \d/m);
  // The one before stays beside it, because it is the last that is known to be good.
  expect(await list()).toMatchObject([
    {
      file: next,
      verified_at: null,
      problem: expect.stringMatching(/^the tables of event-feed that follow/),
    },
    { file, verified_at: expect.any(String), problem: null },
  ]);
  const left = await database.many({
    text: `select from pg_database where datname like 'hub_verify_%' and datname = 'hub_verify_' || (select oid from pg_database where datname = current_database())`,
  });
  expect(left).toEqual([]);
});
