import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupFolderOf } from '../../../shared/backup/testing/open-backup-test.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import { type EventLog, logDamagedCode, type ReadPosition } from '../../../shared/log/event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { pairLockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { PostgresClient } from '../../../shared/postgres/postgres-client.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { openHttps } from '../../../test/support/hub/https-server.ts';
import { runHub } from '../../../test/support/hub/hub-process.ts';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import { projectRoot } from '../../../test/support/source-tree.ts';
import { readDiskSpace } from '../../ingest/http/check-disk-space.ts';
import { takeHubBackup } from '../../projector/backup/take-hub-backup.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { connect } from '../connection/connect.ts';
import { readDoctorSettings } from '../settings.ts';
import { diskCheck } from './checks/disk.ts';
import { logCheck } from './checks/log.ts';
import { retentionCheck } from './checks/retention.ts';
import { type Examination, examine } from './examine.ts';
import { type ExaminedHub, NotOpened } from './examined-hub.ts';
import { examined, holdAs, openStoppedHub, wrong } from './testing/stopped-hub.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const about = ({ checks }: Examination) =>
  Object.fromEntries(checks.map(({ name, detail }) => [name, detail]));

test('finds a stopped projection, overdue records and too many trusted proxies', async () => {
  const { database, settings } = await openStoppedHub();
  const hub = await connect(readStandaloneSettings(settings), logger);
  const aged = (stream: 'hub.feed' | 'hub.raw', ms: number) =>
    entriesOf(stream, 'a', 3).map((entry) => ({ ...entry, appendTime: Date.now() - ms }));
  await hub.journal.log.import([...aged('hub.feed', 5 * minuteMs), ...aged('hub.raw', 75 * hourMs)]);
  await hub.close();
  await database.run({
    text: `update projection.generation set state = 'stopped', stopped_reason = 'its log is older than its tables'
           where projection = 'xp-history';
           insert into hub.plugin_seen (device, plugin, version, client, from_here, forwarded, at)
           values ('a', 'ha', '1.6.0', 'one', false, 1, extract(epoch from clock_timestamp()) * 1000),
             -- This version is too old, but the device was last seen 8 days ago.
             ('b', 'ha', '1.0.0', 'one', false, 1, extract(epoch from clock_timestamp() - interval '8 days') * 1000)`,
  });
  await holdAs(database, 'projector');
  const sick = await examined({ ...settings, TRUST_PROXY_HOPS: '2' });
  expect(about(sick)).toMatchObject({
    lag: expect.stringMatching(/event-feed is 3 events, 5 minutes behind/),
    projections: expect.stringContaining('xp-history is stopped (its log is older than its tables)'),
    retention: expect.stringContaining('hub.raw has records that expired 3 hours ago'),
    plugins: 'only recent versions, on 1 device seen in the last 7 days',
    proxy: expect.stringContaining('TRUST_PROXY_HOPS is 2, and requests came with 1 entries'),
  });
  expect(wrong(sick)).toEqual(['lag', 'projections', 'retention', 'proxy']);
});

test('finds notes about devices and keys that cannot be written, and leaves none behind', async () => {
  const { database, settings } = await openStoppedHub();
  expect(wrong(await examined(settings))).toEqual([]);
  await database.run({
    text: `alter table hub.key_use add constraint broken check (used_at < 0);
           alter table hub.device_message add constraint broken check (messages < 0)`,
  });
  const sick = await examined(settings);
  expect(wrong(sick)).toEqual(['notes']);
  expect(about(sick).notes).toMatch(/^the messages of devices cannot be written .*last uses of keys/);
  const rows = { text: 'select from hub.plugin_seen union all select from hub.key_use' };
  expect(await database.many(rows)).toEqual([]);
});

test('finds old backups and drills, a failed drill, and unreadable backups', async () => {
  const { settings } = await openStoppedHub();
  const hub = await connect(readStandaloneSettings(settings), logger);
  await hub.journal.log.append(entriesOf('hub.feed', 'a', 3));
  const folder = backupFolderOf(settings);
  const { signal } = new AbortController();
  const before = new Date(Date.now() - 9 * dayMs);
  const options = { signal, now: () => before, onBegin: () => {}, onRead: () => {} };
  const { file, manifest } = await takeHubBackup(hub, folder, { ...options, kind: 'nightly' });
  const drill = { at: new Date().toISOString(), seconds: 1 };
  // The next two backups have times in the future, so they do not count as the newest.
  const after = new Date(Date.now() + 31 * dayMs);
  const ahead = await takeHubBackup(hub, folder, { ...options, now: () => after, kind: 'manual' });
  await folder.noteDrill({ ...drill, file: ahead.file, ok: false, problem: 'it differs' });
  const next = new Date(Date.now() + 30 * dayMs);
  const good = await takeHubBackup(hub, folder, { ...options, now: () => next, kind: 'manual' });
  await folder.noteDrill({ ...drill, file: good.file, ok: true, problem: null });
  await hub.close();
  await folder.noteDrill({ file, at: before.toISOString(), ok: true, seconds: 1, problem: null });
  const old = await examined(settings);
  expect(wrong(old)).toEqual(['backup']);
  expect(about(old).backup).toMatch(/^the newest backup is 9 days old; the last good drill is 9 days old:/);

  const [segment] = manifest.partitions.flatMap(({ segments }) => segments);
  await writeFile(join(settings.BACKUP_DIR, 'segments', segment?.file ?? ''), 'torn');
  expect(await runInProcess(settings, ['backup', 'verify', file])).toMatchObject({ code: 1 });
  await writeFile(join(settings.BACKUP_DIR, '2026-01-01T03-00-00.000Z.json'), 'torn');
  const { backup } = about(await examined(settings));
  expect(backup).toContain('1 backup in');
  expect(backup).toMatch(/the newest drill failed \(.{20}/);
});

test('finds unreadable keys, and missing keys or segments of the newest backup, until the next backup', async () => {
  const { settings } = await openStoppedHub();
  await runJson(settings, ['member', 'add', 'Merrin']);
  const { file } = await runJson(settings, ['backup', 'now']);
  expect(wrong(await examined(settings))).toEqual([]);
  const keys = join(settings.BACKUP_DIR, 'keys.zst');
  await writeFile(keys, 'torn');
  expect(about(await examined(settings)).backup).toMatch(/^keys\.zst in the backup folder is damaged:/);
  await rm(keys);
  // Even root cannot read a folder as a file.
  await mkdir(keys);
  expect(about(await examined(settings)).backup).toMatch(
    /^keys\.zst in the backup folder cannot be read \(.*keys\.zst is a folder and not a file: remove it, [^)]*\): no backup is taken/,
  );
  expect(await runInProcess(settings, ['backup', 'now'])).toMatchObject({ code: 1 });
  await rmdir(keys);
  const { partitions } = await backupFolderOf(settings).readBackup(file);
  const [segment] = partitions.flatMap(({ segments }) => segments);
  await rm(join(settings.BACKUP_DIR, 'segments', segment?.file ?? ''));
  const found = await examined(settings);
  expect(wrong(found)).toEqual(['backup']);
  expect(about(found).backup).toMatch(
    /^keys\.zst in the backup folder is missing; 1 segment of the newest backup is missing or cut:/,
  );
  await runJson(settings, ['backup', 'now']);
  expect(wrong(await examined(settings))).toEqual([]);
});

test('finds foreign sessions that hold locks of the hub, also advisory locks with two numbers', async () => {
  const { url, settings } = await openStoppedHub();
  const session = new PostgresClient({ connectionString: url, application_name: 'psql' });
  await session.connect();
  onTestFinished(() => session.end());
  await session.query(`select pg_advisory_lock(${pairLockNumbers.signInLinks}, 5)`);
  expect(about(await examined(settings)).locks).toMatch(/\(psql\) holds the lock signInLinks and is not/);
  await session.query('select pg_advisory_unlock_all()');
  // The hub uses this number only in locks with two numbers.
  await session.query(`select pg_advisory_lock(${pairLockNumbers.signInLinks})`);
  expect(wrong(await examined(settings))).toEqual([]);
});

test('finds a trusted certificate that ends soon', async (context) => {
  const site = await openHttps(5);
  if (site === null) return context.skip('openssl is missing');
  const { settings } = await openStoppedHub();
  await mkdir(settings.DATA_DIR);
  // A process reads its trusted certificates only at its start.
  const environment = { ...settings, PUBLIC_URL: site.url, NODE_EXTRA_CA_CERTS: site.certificate };
  const { stdout } = await runHub({ clone: projectRoot, as: null, environment }, ['doctor', '--json']);
  const found = JSON.parse(stdout);
  expect(wrong(found)).toEqual(['address']);
  expect(about(found).address).toContain('the certificate of localhost ends in 5 days');
});

test('does not count a backup of another hub as a backup of this hub', async () => {
  const { settings } = await openStoppedHub();
  const other = await openStoppedHub();
  const { file } = await runJson(other.settings, ['backup', 'now']);
  const shared = { ...settings, BACKUP_DIR: other.settings.BACKUP_DIR };
  const found = await examined(shared);
  expect(wrong(found)).toEqual(['backup']);
  expect(found.checks.find(({ name }) => name === 'backup')).toMatchObject({
    detail: expect.stringMatching(/^BACKUP_DIR holds backups of another hub, this hub has none: [^;]*$/),
    fix: 'set BACKUP_DIR to a folder that only this hub uses',
  });
  expect(wrong(await examined(other.settings))).toEqual([]);

  expect((await runJson(shared, ['backup', 'list'])).backups).toMatchObject([{ file, other_hub: true }]);
  const said =
    '1 of these backups belongs to another hub: set BACKUP_DIR to a folder that only this hub uses';
  expect((await runInProcess(shared, ['backup', 'list'])).stdout).toContain(said);
  const { HUB_SECRET: _, ...withoutSecret } = shared;
  const unknown = await runJson(withoutSecret, ['backup', 'list']);
  expect(unknown.backups).toMatchObject([{ file, other_hub: null }]);
  expect((await runJson(other.settings, ['backup', 'list'])).backups).toMatchObject([{ other_hub: false }]);
});

test('finds a full disk, and a disk that will be full soon', async () => {
  const { database, folder, settings } = await openStoppedHub();
  const cannot = () => {
    throw new NotOpened('log', new Error('not in this test'));
  };
  const server = {
    url: settings.DATABASE_URL,
    ownerUrl: null,
    runningPort: null,
    consolePort: null,
    publicOrigin: null,
  };
  const stopped = {
    ...server,
    runs: false,
    hasProjector: false,
    hasSingleHubProcess: false,
    directory: folder,
  };
  const findingWith = (minFree?: number) =>
    diskCheck.run({
      settings: () => ({ ...readDoctorSettings(), BACKUP_DIR: folder, MIN_FREE_DISK: minFree }),
      server: () => stopped,
      database: () => database,
      directory: cannot,
      ownerDatabase: () => database,
      log: cannot,
      now: Date.now,
    });
  expect(await findingWith(1)).toMatchObject({ ok: true });
  const { freeBytes } = await readDiskSpace({ directory: folder, minFreeBytes: 0 });
  await database.run({
    text: `insert into hub.database_size (day, at, bytes)
           select current_date - 3, clock_timestamp() - interval '3 days', pg_database_size(current_database()) - $1::bigint`,
    values: [Math.floor(freeBytes / 4)],
  });
  expect((await findingWith(1)).detail).toContain(
    "the disk of the database is full in 12 days at this week's rate",
  );
  expect((await findingWith(2 * Math.ceil(freeBytes / 1e6))).detail).toContain(
    'are free on the disk of the database: reports are refused',
  );
});

test('names only the partition that returns no record', async () => {
  const { log } = (await openTestLog()).journal;
  for (const partition of [0, 1])
    await log.append([
      { ...entry('hub.xp', 'a'), partition },
      { ...entry('hub.xp', 'a'), partition },
    ]);
  // Kafka does the same: a damaged record fails every read that includes the record.
  const silent = (place: ReadPosition) => place.partition === 1 && place.offset === 1;
  const read: EventLog['read'] = async (places, options) => {
    if (places.every(silent)) throw new LogUnavailable('the log could not be read');
    const pages = await log.read(places, options);
    return places.some(silent) ? pages.map((page) => ({ ...page, records: [], reachedEnd: false })) : pages;
  };
  const hub = { log: () => ({ ...log, read }) };
  const { checks } = await examine(hub as unknown as ExaminedHub, [logCheck]);
  expect(checks[0]).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^hub\.xp\/1 returns no record: /),
  });
});

test('the check retention finds the oldest record when a read of many partitions is incomplete, and cannot run without this record', async () => {
  const { database, journal } = await openTestLog('hub');
  const { log } = journal;
  for (const [partition, hours] of [1, 75].entries())
    await log.import([{ ...entry('hub.raw', 'a'), partition, appendTime: Date.now() - hours * hourMs }]);
  const findingWith = async (answers: (place: ReadPosition, asked: number) => boolean) => {
    const read: EventLog['read'] = async (places, options) =>
      (await log.read(places, options)).map((page, index) =>
        answers(places[index] ?? { ...page, offset: 0 }, places.length)
          ? page
          : { ...page, records: [], reachedEnd: false },
      );
    const hub = {
      log: () => ({ ...log, read }),
      database: () => database,
      server: () => ({ hasProjector: true }),
      settings: () => readDoctorSettings(),
      now: Date.now,
    };
    return (await examine(hub as unknown as ExaminedHub, [retentionCheck])).checks[0]?.detail;
  };
  expect(await findingWith(({ partition }, asked) => asked === 1 || partition === 0)).toMatch(
    /^hub\.raw has records that expired 3 hours ago/,
  );
  expect(await findingWith(({ partition }) => partition === 0)).toMatch(
    /^could not run: .*hub\.raw\/1 returns no record/,
  );
});

test('distinguishes a damaged log from an unavailable log', async () => {
  const findingWith = async (failure: Error) => {
    const log = {
      ends: async () => [{ stream: 'hub.feed', partition: 0, start: 0, end: 3 }],
      read: () => Promise.reject(failure),
    };
    const { checks } = await examine({ log: () => log } as unknown as ExaminedHub, [logCheck]);
    return checks[0];
  };
  expect(await findingWith(new OperatorError(logDamagedCode, 'block 7 is damaged'))).toMatchObject({
    detail: expect.stringMatching(/^block 7 is damaged: tables cannot be rebuilt/),
    fix: expect.stringContaining('hub backup restore'),
  });
  expect(await findingWith(new LogUnavailable('the log could not be read'))).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^could not run: /),
    fix: expect.not.stringContaining('restore'),
  });
});
