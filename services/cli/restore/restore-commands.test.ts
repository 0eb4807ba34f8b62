import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openEpochOfRestore } from '../../../projections/event-feed/commands/open-feed-epoch.ts';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { writeSignedJson } from '../../../shared/backup/folder/checked-json.ts';
import { backupFormat } from '../../../shared/backup/folder/manifest.ts';
import { readRestorableBackup } from '../../../shared/backup/reading/read-backup.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import { backupFolderOf, temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { launchHubCommand } from '../../../test/support/hub/hub-process.ts';
import { clientsOf, expectClientsGoOn } from '../../../test/support/hub/kept-clients.ts';
import { openLogToBackUp } from '../../../test/support/hub/log-to-back-up.ts';
import { followSnapshot } from '../../../test/support/hub/snapshot-client.ts';
import { startQuery } from '../../query/main.ts';
import { readQuerySettings } from '../../query/settings.ts';
import { restoreBackup } from './restore-backup.ts';

const clone = fileURLToPath(new URL('../../..', import.meta.url));

/** The error of a command, which prints one line apart from its progress. */
async function refusalOf(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const lineOf = async (...more: string[]) => {
    const { code, stdout, stderr } = await runInProcess(settings, ['backup', ...args, ...more]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const lines = stderr.split('\n').filter((line) => !/^\[[#.]+\] /.test(line));
    expect(lines).toEqual([expect.any(String), '']);
    return lines[0] ?? '';
  };
  const { error } = JSON.parse(await lineOf('--json'));
  expect(await lineOf()).toBe(`hub: ${error.message}`);
  return error;
}

const errorOf = (settings: Readonly<Record<string, string>>, file: string) =>
  refusalOf(settings, 'restore', file);

test('a restored hub answers as the original hub: accounts, events, keys, pairings, cursors', async () => {
  const backedUp = await openBackedUpHub();
  const { hub, settings, elsewhere } = backedUp;
  const clients = await clientsOf(backedUp);
  const { file } = await runJson(settings, ['backup', 'now']);
  const expectSince = await followSnapshot(backedUp);
  await hub.close();

  const { settings: place, database } = await elsewhere();
  const { HUB_SECRET: secret, ...withoutSecret } = place;
  expect(await errorOf(withoutSecret, file)).toMatchObject({ code: 'no_secret' });
  const secretFile = join(place.DATA_DIR, 'kept-apart');
  await writeFile(secretFile, '');
  const refusalWith = (path: string) => refusalOf(withoutSecret, 'restore', file, '--secret-file', path);
  expect(await refusalWith(secretFile)).toEqual({
    code: 'empty_secret',
    message: `the secret file ${secretFile} is empty`,
  });
  expect(await refusalWith(place.DATA_DIR)).toEqual({
    code: 'unreadable_secret',
    message: `the secret file ${place.DATA_DIR} is a folder: name the file in it`,
  });
  await writeFile(secretFile, secret);
  const ran = await runInProcess(withoutSecret, [
    'backup',
    'restore',
    file,
    '--json',
    '--secret-file',
    secretFile,
  ]);
  expect({ code: ran.code, stderr: ran.code === 0 ? '' : ran.stderr }).toEqual({ code: 0, stderr: '' });
  const restored = JSON.parse(ran.stdout);
  expect(restored).toMatchObject({ file, ok: true, records: expect.any(Number) });
  const rowsOf = new Map(
    restored.projections.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
  );
  expect(rowsOf.get('event-feed')).toBeGreaterThan(0);
  expect(rowsOf.get('account-state')).toBeGreaterThan(0);
  expect(await errorOf(withoutSecret, file)).toMatchObject({ code: 'not_empty' });

  const { entries } = await runJson(withoutSecret, ['audit', '--action', 'restored']);
  expect(entries).toMatchObject([{ action: 'backup-restored', subject: file }]);

  await expectClientsGoOn(await startTestHub({ settings: withoutSecret }), clients, expectSince);
  const { base } = await database.one<{ base: number }>({
    text: 'select base from event_feed_g2.feed_epoch',
  });
  expect(base).toBeGreaterThanOrEqual(1_000_000);
  // The folder still belongs to this hub.
  expect(await runJson(withoutSecret, ['backup', 'now'])).toMatchObject({ mended: 0 });
});

test('refuses with one line when it cannot restore', async () => {
  const { hub, settings, elsewhere } = await openBackedUpHub();
  const { file } = await runJson(settings, ['backup', 'now']);
  expect(await errorOf(settings, file)).toMatchObject({ code: 'hub_runs' });
  const written = JSON.parse(await readFile(join(settings.BACKUP_DIR, file), 'utf8'));
  const { sha256: _sum, hmac: _signature, ...manifest } = written;
  const newer = '2030-01-01T03-00-00.000Z.json';
  const signer = createBackupSigner(Buffer.from(settings.HUB_SECRET, 'base64'));
  const next = { ...manifest, format: backupFormat + 1, what_comes: 'in it' };
  const later = writeSignedJson('manifest', next, signer);
  await writeFile(join(settings.BACKUP_DIR, newer), later);
  for (const command of ['restore', 'verify']) {
    expect(await refusalOf(settings, command, newer)).toEqual({
      code: 'newer_backup',
      message: `${newer} was written by a later release (format 5, this release reads up to 4): update the hub to that release`,
    });
  }
  await hub.close();
  expect(await errorOf(settings, file)).toMatchObject({ code: 'not_empty' });
  const { settings: place, database } = await elsewhere();
  expect(await errorOf(place, '2020-01-01T00-00-00.000Z.json')).toMatchObject({ code: 'no_backup' });
  const stranger = { ...place, HUB_SECRET: randomBytes(32).toString('base64') };
  expect(await errorOf(stranger, file)).toMatchObject({ code: 'other_secret' });

  const { partitions } = manifest;
  const last = partitions.flatMap((part: { segments: { file: string }[] }) => part.segments).at(-1);
  const segment = join(settings.BACKUP_DIR, 'segments', last.file);
  const whole = await readFile(segment);
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(30) ^ 1, 30);
  await writeFile(segment, flipped);
  expect(await errorOf(place, file)).toMatchObject({
    code: 'segment_damaged',
    message: expect.stringContaining(`segments/${last.file}`),
  });
  // Every checksum comes before the first write.
  const { made } = await database.one<{ made: boolean }>({
    text: `select to_regclass('log.partition') is not null as made`,
  });
  expect(made).toBe(false);
  await writeFile(segment, whole);

  const ran = await runInProcess(place, ['backup', 'restore', file]);
  expect(ran.stderr.trim().split('\n').at(-1)).toMatch(/100% .* indexes of /);
  expect(ran.stdout).toMatch(
    /^Restored \d+ records of .*: start the hub, and take a new backup\.\naccess: \d+ rows\n/,
  );
});

test('refuses a place that has a hub before any checksum', async () => {
  const { hub, settings } = await openBackedUpHub();
  const { file } = await runJson(settings, ['backup', 'now']);
  const { manifest } = await readRestorableBackup(backupFolderOf(settings), file);
  const [segment] = manifest.partitions.flatMap(({ segments }) => segments);
  // A checksum would find the damage.
  await writeFile(join(settings.BACKUP_DIR, 'segments', segment?.file ?? ''), 'torn');
  expect(await errorOf(settings, file)).toMatchObject({ code: 'hub_runs' });
  await hub.close();
  expect(await errorOf(settings, file)).toMatchObject({ code: 'not_empty' });
});

test('an interrupted restore prints the command that continues it, with the same options', async () => {
  const { settings, elsewhere } = await openLogToBackUp(300, join(await temporaryFolder(), 'copied here'));
  const { file } = await runJson(settings, ['backup', 'now']);
  const { settings: place } = await elsewhere();
  const { HUB_SECRET: secret, BACKUP_DIR: copy, ...environment } = place;
  const secretFile = join(place.DATA_DIR, "the hub's");
  await writeFile(secretFile, secret);
  const given = ['backup', 'restore', join(copy, file), '--secret-file', secretFile];
  const running = launchHubCommand({ clone, as: null, environment }, given);
  await expect.poll(running.complained, { timeout: 90_000, interval: 10 }).toContain('%');
  running.signal('SIGINT');
  const { code, stderr } = await running.ended;
  expect({ code, line: stderr.trim().split('\n').at(-1) }).toEqual({
    code: 1,
    line: `hub: interrupted: run hub backup restore '${copy}/${file}' --secret-file '${place.DATA_DIR}/the hub'\\''s' again to continue`,
  });
  const again = await runInProcess(environment, [...given, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ file, ok: true });
});

test('continues after any interruption, and no hub starts with its data before the restore is complete', async () => {
  const { hub, settings, elsewhere } = await openBackedUpHub();
  const { file } = await runJson(settings, ['backup', 'now']);
  await hub.close();
  const { settings: place, database } = await elsewhere();
  const folder = backupFolderOf(settings);
  const backup = await readRestorableBackup(folder, file);

  /** Stops after this many steps of the copy, or at the first step that fills tables. */
  async function interrupted(copies: number): Promise<string> {
    const stop = new AbortController();
    const lifecycle = createLifecycle();
    let left = copies;
    const own = openDatabase({
      url: place.DATABASE_URL,
      name: 'test',
      maxConnections: 12,
      statementTimeoutMs: 20_000,
    });
    lifecycle.onClose(own.close);
    const ended = await restoreBackup({
      operator: 'root',
      file: 'a.json',
      folder,
      backup,
      givenSequence: 1,
      database: own,
      databaseDirectory: null,
      kafka: null,
      hubSecret: Buffer.from(place.HUB_SECRET, 'base64'),
      logger: createLogger({ name: 'test', level: 'silent' }),
      lifecycle,
      signal: stop.signal,
      onCopied: () => {
        left -= 1;
        if (left === 0) stop.abort(new Error('killed'));
      },
      onFilled: () => stop.abort(new Error('killed')),
    }).catch((error: unknown) => error);
    await lifecycle.close();
    expect(ended).toEqual(new Error('killed'));
    const { identity } = await database.one<{ identity: string }>({
      text: 'select identity from hub.log_identity',
    });
    return identity;
  }

  expect(await interrupted(2)).toMatch(/^restoring records /);
  await expect(startTestHub({ settings: place })).rejects.toThrow('run the same hub backup restore again');
  expect(await interrupted(5)).toMatch(/^restoring records /);
  expect(await interrupted(Number.POSITIVE_INFINITY)).toMatch(/^restoring tables /);
  const ofQuery = readQuerySettings({ ...place, QUERY_PORT: '0' });
  await expect(startQuery(ofQuery, createLogger({ name: 'test', level: 'silent' }))).rejects.toThrow(
    'run the same hub backup restore again',
  );
  await expect(startTestHub({ settings: place })).rejects.toThrow('run the same hub backup restore again');

  // A later kill leaves this state: the log also has the record of the feed's epoch.
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  const journal = await openJournal({ log, hubSecret: Buffer.from(place.HUB_SECRET, 'base64') });
  await openEpochOfRestore(database, journal, 1);

  const other = await runJson({ ...settings }, ['backup', 'now']);
  expect(await errorOf(place, other.file)).toMatchObject({ code: 'other_restore' });
  await folder.addBackup(backup.manifest);
  expect(await runJson(place, ['backup', 'restore', file])).toMatchObject({ ok: true });
  expect(await database.many({ text: 'select from event_feed_g2.feed_epoch' })).toHaveLength(1);
  await startTestHub({ settings: place });
});
