import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { projections } from '../../../projections/registry.ts';
import { backupFolderOf } from '../../../shared/backup/testing/open-backup-test.ts';
import { minuteMs, minuteOf } from '../../../shared/domain/durations.ts';
import { packTiles } from '../../../shared/domain/pack-tiles.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import { maintainLog } from '../../../shared/log/postgres/maintenance/log-maintenance.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { mixedLog } from '../../../test/support/log/mixed-log.ts';
import { testRetention } from '../../../test/support/log/retention.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { createBackupMetrics } from '../../projector/backup/backup-metrics.ts';
import { createDrills } from '../../projector/backup/drills.ts';
import { runDrill } from '../../projector/backup/run-drill.ts';

test('a backup restores the tables of a hub that continued, and differences are logged and listed', {
  timeout: patient(360_000),
}, async () => {
  const { hub, database, settings, report, accounts } = await openBackedUpHub();
  // Without membership, whose events would decommission the hub.
  const mixed = mixedLog(300).filter(({ stream }) => stream !== 'hub.membership');
  await hub.append(mixed);
  const [{ id }] = accounts.data;
  await hub.append([tilesOf('aB3xYz91kQw1')]);
  const { file } = await runJson(settings, ['backup', 'now']);
  await report('ha-death');
  await hub.append(mixed.slice(0, 100).map((event) => ({ ...event, recordId: randomUUID() })));
  await runJson(settings, ['account', 'erase', id]);
  await report('ha-snapshot');

  const verified = await runJson(settings, ['backup', 'verify', file]);
  expect(verified).toMatchObject({ file, ok: true, records: expect.any(Number) });
  expect(verified.projections.map(({ name }: { name: string }) => name)).toEqual(
    projections.map(({ name }) => name),
  );
  expect(verified.projections.filter((each: { digest_equal: boolean }) => !each.digest_equal)).toEqual([]);
  expect(verified.projections.filter(({ rows }: { rows: number }) => rows === 0)).toEqual([]);
  const list = async () => (await runJson(settings, ['backup', 'list'])).backups;
  expect(await list()).toMatchObject([{ file, verified_at: expect.stringMatching(/Z$/), problem: null }]);

  const damaged = await database.run({
    text: 'update event_feed_g1.event set seq = seq + 1000000 where seq = (select min(seq) from event_feed_g1.event)',
  });
  expect(damaged).toBe(1);
  const { file: next } = await runJson(settings, ['backup', 'now']);
  const registry = new Registry();
  const backups = backupFolderOf(settings);
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
  // 50 is the level error.
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      file: next,
      msg: expect.stringMatching(
        /^the drill of the backup failed: the tables of event-feed from the backup differ/,
      ),
    }),
  ]);
  expect(await registry.metrics()).toContain('hub_backup_failures_total{work="drill"} 1');
  expect(await registry.metrics()).toMatch(/^hub_backup_age_seconds\{work="drill"\} \d/m);
  // The earlier backup stays as the last good backup.
  expect(await list()).toMatchObject([
    {
      file: next,
      verified_at: null,
      problem: expect.stringMatching(/^the tables of event-feed from the backup differ/),
    },
    { file, verified_at: expect.any(String), problem: null },
  ]);
  const left = await database.many({
    text: `select from pg_database where datname like 'hub_verify_%' and datname = 'hub_verify_' || (select oid from pg_database where datname = current_database())`,
  });
  expect(left).toEqual([]);
});

/** Each call has the same keys. */
function statesAgain() {
  const states = mixedLog(300).filter(({ stream }) => stream === 'hub.state');
  return states.map((event) => ({ ...event, recordId: randomUUID() }));
}

test('a backup is verified after compaction deleted its last records, and refused on another log', async () => {
  const { hub, database, settings } = await openBackedUpHub();
  const folder = backupFolderOf(settings);
  await hub.append(statesAgain());
  const { file } = await runJson(settings, ['backup', 'now']);
  /** The partitions of state whose last record in the backup is still in the log. */
  async function lastOnes(manifest: string) {
    const { partitions } = await folder.readBackup(manifest);
    const states = partitions.filter(({ stream, end }) => stream === 'hub.state' && end > 0);
    const found = await database.many<{ partition: number; offset: number }>({
      text: 'select partition, "offset" from log.hub_state',
    });
    return states.filter(({ partition, end }) =>
      found.some((record) => record.partition === partition && record.offset === end - 1),
    );
  }
  const before = await lastOnes(file);
  expect(before.length).toBeGreaterThan(1);

  await hub.append(statesAgain());
  // The hub must fold these records before the test changes their times.
  const lags = async () => (await runJson(settings, ['projections', 'list'])).projections;
  await expect.poll(lags).toContainEqual(expect.objectContaining({ name: 'account-state', lag_events: 0 }));
  const age = (ms: number) =>
    database.run({ text: 'update log.hub_state set append_time = append_time - $1::bigint', values: [ms] });
  await age(120_000);
  const compacted = async () => {
    await maintainLog(database, testRetention);
    return (await lastOnes(file)).length;
  };
  await expect.poll(compacted).toBeLessThan(before.length);
  await age(-120_000);
  expect(await runJson(settings, ['backup', 'verify', file])).toMatchObject({ file, ok: true });

  const { file: next } = await runJson(settings, ['backup', 'now']);
  const [last] = await lastOnes(next);
  await hub.append(statesAgain());
  await database.run({
    text: 'update log.hub_state set record_id = gen_random_uuid() where partition = $1 and "offset" = $2',
    values: [last?.partition ?? -1, (last?.end ?? 0) - 1],
  });
  const refused = await runInProcess(settings, ['backup', 'verify', next, '--json']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"code":"another_log"') });
});

/** Ingest keeps the tiles of a report for minutes, so the test appends a tile. */
function tilesOf(accountId: string) {
  const minute = minuteOf(Date.now());
  const tile = { at: minute * minuteMs, x: 3_200, y: 3_200, plane: 0, world: 330, is_on_boat: null };
  const tiles = packTiles(minute, [tile]).toString('base64');
  return newEvent(tilesWalked, { subject: accountId, source: 'ha' }, { minute, tiles });
}
