import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { projections } from '../../../projections/registry.ts';
import { openBackupFolder } from '../../../shared/backup/backup-folder.ts';
import { createLogger } from '../../../shared/logger.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { mixedLog } from '../../../test/support/log/mixed-log.ts';
import { createBackupMetrics } from '../../projector/backup/backup-metrics.ts';
import { createDrills } from '../../projector/backup/drills.ts';
import { runDrill } from '../../projector/backup/run-drill.ts';

test('a backup leads to the tables of the hub that went on, and what differs is told and listed', {
  timeout: 120_000,
}, async () => {
  const { hub, database, settings, report, accounts } = await openBackedUpHub();
  // Not its membership, which ends with the hub decommissioned.
  const mixed = mixedLog(300).filter(({ stream }) => stream !== 'hub.membership');
  await hub.append(mixed);
  const [{ id }] = accounts.data;
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

  const damaged = await database.run({
    text: 'update event_feed_g1.event set seq = seq + 1000000 where seq = (select min(seq) from event_feed_g1.event)',
  });
  expect(damaged).toBe(1);
  const { file: next } = await runJson(settings, ['backup', 'now']);
  const registry = new Registry();
  const backups = openBackupFolder(settings.BACKUP_DIR);
  const metrics = createBackupMetrics(registry, Date.now);
  const { signal } = new AbortController();
  const logged: string[] = [];
  const tryDue = createDrills({
    folder: backups,
    rule: 'nightly',
    clock: Date.now,
    logger: createLogger({ name: 'test', level: 'warn' }, { write: (line) => void logged.push(line) }),
    metrics,
    run: (tried) => runDrill({ file: tried, environment: { PATH: process.env.PATH, ...settings }, signal }),
  });
  const newest = async () => (await backups.list()).backups.at(-1) ?? null;
  await tryDue(await newest(), signal);
  // 50 is an error.
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      file: next,
      msg: expect.stringMatching(/^the drill of the backup failed: the tables of event-feed that follow/),
    }),
  ]);
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
