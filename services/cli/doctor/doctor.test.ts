import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { markRestore, unmarkRestore } from '../../../shared/identity/unfinished-restore.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { openHttps } from '../../../test/support/hub/https-server.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { createHubTables } from '../../standalone/schema/migrate-hub.ts';
import { readDoctorSettings } from '../settings.ts';
import { readHeldSnapshots } from './checks/bloat.ts';
import { clockCheck } from './checks/clock.ts';
import { checks } from './checks.ts';
import { NotOpened } from './examined-hub.ts';
import { examined, holdAs, openStoppedHub, wrong } from './testing/stopped-hub.ts';

test('a running hub and a stopped hub have no problems; the output contains no secret', async () => {
  const { settings } = await openStoppedHub();
  const stopped = await examined(settings);
  expect(wrong(stopped)).toEqual([]);
  expect(stopped.checks.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
  const about = Object.fromEntries(stopped.checks.map(({ name, detail }) => [name, detail]));
  expect(about).toMatchObject({
    secret: expect.stringContaining('in another place than the backups'),
    rights: expect.stringContaining('does everything: hub migrate with DATABASE_OWNER_URL'),
  });

  const hub = await startTestHub({ settings: { ...settings, PORT: '0' } });
  const running = await runInProcess(settings, ['doctor']);
  expect(running).toMatchObject({ code: 0, stderr: '' });
  expect(running.stdout).toMatch(/^ok {5}database {5}PostgreSQL \d+\.\d+; runs: hub on port \d+(;.*)?$/m);
  await hub.close();
  const password = new URL(settings.DATABASE_URL ?? '').password;
  for (const hidden of [settings.HUB_SECRET, password].filter((text) => text)) {
    expect(running.stdout + JSON.stringify(stopped)).not.toContain(hidden);
  }
});

test('finds what is wrong in the database and in the folders', async () => {
  const { database, folder, settings } = await openStoppedHub();
  await database.run({
    text: `create table log.bloated (n integer) with (autovacuum_enabled = false);
           insert into log.bloated select generate_series(1, 60000);
           delete from log.bloated;
           select pg_stat_force_next_flush();
           update log.partition set start_offset = 2, next_offset = 2 where stream = 'hub.xp' and partition = 3;
           update log.partition set last_time = extract(epoch from clock_timestamp() + interval '3 days') * 1000
           where stream = 'hub.raw' and partition = 5;
           insert into projection.parked (projection, generation, stream, partition, record_offset, subject, record_id, reason, behind)
           values ('xp-history', 1, 'hub.xp', 1, 7, 'a', 'r', 'it was too large', false);
           update projection.generation set damage = 'block 3 of part' where projection = 'account-state';
           update hub.migration set applied_at = applied_at - interval '9 days';
           insert into location_trail_g1.point (account_id, minute, at, x, y, plane) values ('a', 1, 60000, 1, 1, 0)`,
  });
  await createHubTables(database);
  await database.run({
    text: `insert into hub.plugin_seen (device, plugin, version, client, from_here, forwarded, at)
           select n, 'ha', '1.' || n, 'one', true, 1, extract(epoch from clock_timestamp()) * 1000
           from generate_series(4, 7) as n;
           insert into hub.database_size (day, at, bytes)
           select current_date - 4, clock_timestamp() - interval '4 days', 1000000`,
  });
  const site = await openHttps();
  await holdAs(database, 'projector');

  const sick = await examined({
    ...settings,
    XP_RAW_RETENTION: '30',
    HUB_SECRET: randomBytes(32).toString('base64'),
    ...(site !== null && { PUBLIC_URL: site.url }),
  });
  const about = Object.fromEntries(sick.checks.map(({ name, detail }) => [name, detail]));
  expect(about).toMatchObject({
    settings: expect.stringContaining('XP_RAW_RETENTION is not a setting'),
    secret: expect.stringContaining('the log was created with'),
    bloat: expect.stringContaining('log.bloated has 60000 deleted rows and 0 live rows'),
    log: expect.stringContaining('hub.xp/3 lacks its first 2 records'),
    times: expect.stringMatching(/^records of hub.raw are ahead of the database's clock, by up to 3 days: /),
    parked: expect.stringContaining('xp-history could not fold 1 event'),
    projections: expect.stringContaining('account-state has a damaged table (block 3 of part)'),
    backup: expect.stringContaining('there is no backup'),
    retention: expect.stringContaining('location-trail has expired rows'),
    disk: expect.stringMatching(
      /^the database uses [\d.]+ MB, grows by [\d.]+ MB a day; the disk of its server cannot be seen/,
    ),
    plugins: expect.stringMatching(
      /^.* is older than 1.5 on 1 device; on 1 device, .* behind 1.7, the newest version here/,
    ),
    proxy: expect.stringContaining('all 4 plugins of the last day seem to come from one address'),
    ...(site !== null && { address: expect.stringContaining('refuse the certificate of localhost') }),
  });
  const isWrong = [
    'settings',
    'secret',
    'bloat',
    'log',
    'times',
    'parked',
    'projections',
    'backup',
    'retention',
    'plugins',
    'proxy',
  ];
  expect(wrong(sick)).toEqual(site === null ? isWrong : [...isWrong, 'address']);

  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'secret'), settings.HUB_SECRET ?? '', { mode: 0o644 });
  await writeFile(join(folder, 'backups'), 'not a folder');
  const { HUB_SECRET: _, ...fromFile } = settings;
  const readable = await examined(fromFile);
  expect(readable.checks).toContainEqual(
    expect.objectContaining({
      name: 'secret',
      ok: false,
      fix: `chmod 600 ${join(folder, 'data', 'secret')}`,
    }),
  );
  expect(readable.checks).toContainEqual(
    expect.objectContaining({
      name: 'backup',
      ok: false,
      detail: expect.stringContaining('could not run'),
    }),
  );
});

test('finds a replication slot that no standby uses', async (context) => {
  const { database, settings } = await openStoppedHub();
  const { level } = await database.one<{ level: string }>({
    text: "select current_setting('wal_level') as level",
  });
  if (level === 'minimal')
    return context.skip(
      'the embedded server has no slots: this test needs a server in Docker, or DATABASE_URL',
    );
  const slot = `test_${randomBytes(6).toString('hex')}`;
  await database.run({ text: 'select pg_create_physical_replication_slot($1)', values: [slot] });
  onTestFinished(async () => {
    await database.run({ text: 'select pg_drop_replication_slot($1)', values: [slot] });
  });

  const { checks: found } = await examined(settings);
  const about = found.find(({ name }) => name === 'replication');
  expect(about).toMatchObject({ ok: false, detail: expect.stringContaining(`slot ${slot} is not used`) });
});

test('finds that no projector runs, and a role without privileges', async () => {
  const { url, database, settings } = await openStoppedHub();
  const role = `test_${randomBytes(6).toString('hex')}`;
  await database.run({
    text: `create role ${role} login password 'x'; grant usage on schema hub, projection to ${role};
           grant select on all tables in schema hub, projection to ${role}`,
  });
  onTestFinished(async () => {
    await database.run({ text: `drop owned by ${role}; drop role ${role}` });
  });
  const asRole = new URL(url);
  asRole.username = role;
  asRole.password = 'x';
  const lacking = await examined({ ...settings, DATABASE_URL: asRole.href });
  expect(lacking.checks).toContainEqual(
    expect.objectContaining({
      name: 'rights',
      detail: expect.stringContaining('is not allowed to read and append to'),
    }),
  );

  await holdAs(database, 'ingest');
  const { checks: found } = await examined(settings);
  expect(found).toContainEqual(expect.objectContaining({ name: 'lag', ok: false, fix: 'hub projector' }));
});

test('a hub that cannot be opened and invalid settings are findings, not errors', async () => {
  const nowhere = await examined({ DATABASE_URL: 'postgres://localhost:1/none' });
  const about = new Map(nowhere.checks.map(({ name, detail }) => [name, detail]));
  expect(about.get('database')).toMatch(/ECONNREFUSED.*: without the database/);
  expect(about.get('lag')).toBe('could not run: the database cannot be opened');
  expect(about.get('settings')).toBe('all are valid');
  const needs = new Map(nowhere.checks.map((check) => [check.name, check.needs]));
  expect([needs.get('database'), needs.get('settings'), needs.get('lag')]).toEqual([null, null, 'database']);

  const bad = await examined({ DATABASE_URL: 'mysql://localhost/x' });
  expect(bad.checks.map(({ name, ok }) => [name, ok])).toEqual(checks.map(({ name }) => [name, false]));
  expect(bad.checks[0]?.detail).toMatch(/^DATABASE_URL is not allowed: it must be a PostgreSQL address/);

  expect(bad.checks.map(({ needs }) => needs)).toEqual([null, ...checks.slice(1).map(() => 'settings')]);
  const told = await runInProcess({ DATABASE_URL: 'mysql://localhost/x' }, ['doctor']);
  expect(told.stdout).toMatch(/^WRONG {2}settings {2}DATABASE_URL .*\n +-> .*\n\d+ further .*\n$/);
  expect(told.stdout).toContain(`\n${checks.length - 1} further checks need the settings first\n`);
  expect(told).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`1 of ${checks.length} checks found a problem`),
  });

  const empty = join(await temporaryFolder(), 'data');
  const none = await examined({ DATA_DIR: empty });
  expect(none.checks).toContainEqual(
    expect.objectContaining({ name: 'database', detail: expect.stringContaining('holds no hub yet') }),
  );
  expect(none.checks).toContainEqual(expect.objectContaining({ name: 'secret', needs: 'database' }));

  const { url, database } = await freshDatabase();
  const beside = async () => (await examined({ DATABASE_URL: url, DATA_DIR: empty })).checks;
  const unsealed = {
    name: 'secret',
    ok: true,
    detail: `none yet: the first start creates ${empty}/secret`,
  };
  expect(await beside()).toContainEqual(expect.objectContaining(unsealed));
  await createHubTables(database);
  expect(await beside()).toContainEqual(expect.objectContaining(unsealed));
  expect(existsSync(empty)).toBe(false);
});

test('the fix says to continue an interrupted restore, and to wait for a command that uses the database', async () => {
  const { settings, database } = await openStoppedHub();
  const found = async () => (await examined(settings)).checks.find(({ name }) => name === 'database');
  const place = { dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL };
  await markRestore(place, 'a.json');
  expect(await found()).toMatchObject({
    detail: expect.stringMatching(
      /run the same hub backup restore again \(a.json\).*: until the restore completes, no hub starts/,
    ),
    fix: 'run hub backup restore with that backup again: the restore continues',
  });
  await unmarkRestore(place);

  await holdAs(database, 'command');
  expect(await found()).toMatchObject({
    detail: expect.stringMatching(
      /^a command works on this data: pid \d+: the database cannot be checked until that process has ended/,
    ),
    fix: 'wait until then, and run hub doctor again',
  });
});

test('finds the clock of the database ahead of this machine’s', async () => {
  const { database } = await freshDatabase();
  const cannot = () => {
    throw new NotOpened('settings', new Error('not in this test'));
  };
  const hub = {
    settings: readDoctorSettings,
    server: cannot,
    database: () => database,
    directory: cannot,
    ownerDatabase: () => database,
    log: cannot,
    now: () => Date.now() - 60_000,
  };
  expect((await clockCheck.run(hub)).detail).toContain('the clock of the database is 60 seconds ahead');
  expect((await clockCheck.run({ ...hub, now: Date.now })).ok).toBe(true);
});

test('sees the snapshot of an open transaction', async () => {
  const { database } = await freshDatabase();
  const session = await database.connect();
  await session.query('begin isolation level repeatable read');
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const remedy = `select pg_terminate_backend(${rows[0]?.pid})`;
  expect(await readHeldSnapshots(database)).toEqual([
    { holder: expect.stringContaining('(hub tests)'), remedy, age_ms: expect.any(Number) },
  ]);
  await session.end();
});
