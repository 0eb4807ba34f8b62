import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { startProjector } from '../../services/projector/start-projector.ts';
import type { LogEntry } from '../../shared/log/event-log.ts';
import { noteRelease } from '../../shared/process/noted-release.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { tallyProjection } from '../../shared/projection/testing/tally-projection.ts';
import { entryOf, xp } from '../../shared/projection/testing/xp-records.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { serviceSettings } from '../support/hub/services.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { openRoledDatabase } from '../support/postgres/role-logins.ts';

const later = '999.0.0';

test('hub migrate of an earlier release keeps the rights of a later release', async () => {
  const roled = await openRoledDatabase();
  const owner = {
    ...(await serviceSettings()),
    DATABASE_OWNER_URL: roled.ownerUrl,
    DATABASE_URL: roled.urlOf('hub_operator'),
  };
  await runJson(owner, ['migrate']);
  await roled.database.run({
    text: `insert into log.appended_type (role, stream, type) values ('hub_ingest', 'hub.activity', 'mood-reported');
           create table hub.mood (account_id text primary key);
           grant select on hub.mood to hub_ingest`,
  });
  await noteRelease(roled.database, later);
  await runJson(owner, ['migrate']);
  const rights = await roled.database.one({
    text: `select exists (select from log.appended_type where type = 'mood-reported') as appends,
                  has_table_privilege('hub_ingest', 'hub.mood', 'select') as reads`,
  });
  expect(rights).toEqual({ appends: true, reads: true });
  const doctor = await runJson(owner, ['doctor']);
  const detailOf = (name: string) =>
    doctor.checks.find((check: { readonly name: string }) => check.name === name);
  expect(detailOf('database').detail).toContain(`release ${later} has used it`);
  expect(detailOf('rights').ok).toBe(true);
});

test('a projector of an earlier release says so once, and counts the records that it skips', async () => {
  const log = await openTestLog();
  const warnings: unknown[][] = [];
  const logger = { ...log.logger, warn: (...said: unknown[]) => warnings.push(said) } as typeof log.logger;
  const metrics = new Registry();
  const start = async () => {
    const projector = await startProjector({
      ...log,
      logger,
      projections: [tallyProjection],
      retentionMsBySetting: {
        XP_RAW_RETENTION_DAYS: 1e12,
        LOCATION_RETENTION_DAYS: 1e12,
        TILE_TRAIL_DAYS: 1e12,
        AUDIT_LOG_RETENTION_DAYS: 1e12,
      },
      metrics,
      metricsServed: false,
    });
    onTestFinished(() => projector.stop());
    return projector;
  };
  const first = await start();
  expect(warnings).toEqual([]);
  await first.stop();
  await noteRelease(log.database, later);
  metrics.clear();
  await start();
  expect(warnings).toEqual([[{ release: later }, expect.stringContaining('a later release has used')]]);

  const unknown: LogEntry = { ...entryOf(xp('a', 1)), type: 'mood-reported' };
  await log.journal.log.append([unknown, entryOf(xp('a', 2))]);
  await eventually(async () => {
    const text = await metrics.metrics();
    expect(text).toContain('projection_unknown_records_total{projection="tally"} 1');
  });
  expect(await log.database.one({ text: 'select total from tally_g1.tally' })).toEqual({ total: 2 });
  expect(await log.database.many({ text: 'select from projection.parked' })).toEqual([]);
});

test('a hub of an earlier release starts on a database with unknown migrations and columns', async () => {
  const { url, database } = await freshDatabase('hub');
  await database.run({
    text: `insert into hub.migration (name, file, checksum) values ('ingest', '900-mood.sql', 'x'), ('moods', '001.sql', 'y');
           alter table hub.plugin_seen add column mood text;
           create table hub.mood (account_id text primary key)`,
  });
  await noteRelease(database, later);
  const settings = { ...(await serviceSettings()), DATABASE_URL: url };
  const { code, stderr } = await runInProcess(settings, ['member', 'add', 'Merrin']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
