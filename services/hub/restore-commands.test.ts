import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEpochOfRestore } from '../../projections/event-feed/commands/open-feed-epoch.ts';
import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { writeManifest } from '../../shared/backup/manifest.ts';
import { readRestorable } from '../../shared/backup/read-backup.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { createLifecycle } from '../../shared/lifecycle.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../shared/logger.ts';
import { openDatabase } from '../../shared/postgres/database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { pollUntil } from '../../shared/waiting.ts';
import { runInProcess, runJson } from '../../test/support/hub/command-line.ts';
import { startTestHub } from '../../test/support/hub/hub.ts';
import type { Answer } from '../../test/support/hub/hub-client.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { startQuery } from '../query/main.ts';
import { readQuerySettings } from '../query/settings.ts';
import { restoreBackup } from './restore-backup.ts';

const fixture = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8'));

/** A hub with a member, an account and an event, and where its backups go. */
async function openBackedUpHub(more: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const { url } = await freshDatabase('rooms');
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    HUB_SECRET: randomBytes(32).toString('base64'),
    PORT: '0',
    ...more,
  };
  const hub = await startTestHub({ settings });
  const key = await hub.makeKey();
  const token = await hub.pair(await hub.addMember('Merrin'));
  const report = async (name: string) =>
    expect((await hub.report(token, { ...(await fixture(name)), timestamp: Date.now() })).status).toBe(200);
  await report('ha-snapshot');
  await report('ha-loot');
  const shown = { key, withinMs: 20_000, seen: ({ body }: Answer) => body.data?.[0]?.world != null };
  const { body: accounts } = await hub.getUntil('/accounts', shown);
  const { body: feed } = await hub.getUntil('/events?cursor=now', {
    ...shown,
    seen: ({ body }) => body.meta?.next_cursor !== undefined,
  });
  /** Settings of a hub that does not exist yet. */
  const elsewhere = async () => {
    const empty = await freshDatabase('empty');
    const place = { DATABASE_URL: empty.url, DATA_DIR: await temporaryFolder() };
    return { settings: { ...settings, ...place }, database: empty.database };
  };
  return {
    hub,
    key,
    token,
    settings,
    elsewhere,
    cursor: feed.meta.next_cursor,
    accounts,
  };
}

const errorOf = async (settings: Readonly<Record<string, string>>, ...args: string[]) => {
  const { code, stdout, stderr } = await runInProcess(settings, ['backup', 'restore', ...args, '--json']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
};

test('a restored hub answers as the one before: accounts, events, keys, pairings, cursors', {
  timeout: 60_000,
}, async () => {
  const { hub, key, token, settings, elsewhere, accounts, cursor } = await openBackedUpHub();
  await hub.getUntil('/events', { key, withinMs: 25_000, seen: ({ body }) => body.data?.length === 1 });
  const { file } = await runJson(settings, ['backup', 'now']);
  const before = await hub.get('/events?from=2020-01-01T00:00:00Z', { key });
  await hub.close();

  const { settings: place, database } = await elsewhere();
  const { HUB_SECRET: secret, ...withoutSecret } = place;
  expect(await errorOf(withoutSecret, file)).toMatchObject({ code: 'no_secret' });
  const secretFile = join(place.DATA_DIR, 'kept-apart');
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
    restored.rooms.map((room: { name: string; rows: number }) => [room.name, room.rows]),
  );
  expect(rowsOf.get('event-feed')).toBeGreaterThan(0);
  expect(rowsOf.get('account-state')).toBeGreaterThan(0);
  // Once more is refused: it is a hub now.
  expect(await errorOf(withoutSecret, file)).toMatchObject({ code: 'not_empty' });

  const { entries } = await runJson(withoutSecret, ['audit', '--action', 'restored']);
  expect(entries).toMatchObject([{ action: 'backup-restored', subject: file }]);

  const after = await startTestHub({ settings: withoutSecret });
  expect((await after.get('/accounts', { key })).body.data).toEqual(
    accounts.data.map((account: object) =>
      expect.objectContaining({ ...account, online: expect.anything(), last_seen: expect.anything() }),
    ),
  );
  // What the plugin says next follows for whoever kept a cursor.
  const death = { ...(await fixture('ha-death')), timestamp: Date.now() };
  expect((await after.report(token, death)).status).toBe(200);
  const next = await after.getUntil(`/events?cursor=${cursor}&types=death`, {
    key,
    withinMs: 25_000,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(next.body.data).toMatchObject([{ type: 'death' }]);
  const all = await after.get('/events?from=2020-01-01T00:00:00Z&types=loot', { key });
  expect(all.body.data).toEqual(before.body.data);
  expect(before.body.data).toHaveLength(1);
  const { base } = await database.one<{ base: number }>({
    text: 'select base from event_feed_g1.feed_epoch',
  });
  expect(base).toBeGreaterThanOrEqual(1_000_000);
});

test('what was erased after the backup does not come back, and starts from nothing', {
  timeout: 60_000,
}, async () => {
  const { hub, key, token, settings, elsewhere, accounts } = await openBackedUpHub();
  const [{ id }] = accounts.data;
  const { file } = await runJson(settings, ['backup', 'now']);
  await runJson(settings, ['account', 'erase', id]);
  // It is of the same day as the one before, which would go.
  const manifest = join(settings.BACKUP_DIR, file);
  const saved = await readFile(manifest);
  const segments = await Promise.all(
    JSON.parse(saved.toString()).partitions.flatMap((part: { segments: { file: string }[] }) =>
      part.segments.map(async (segment) => {
        const path = join(settings.BACKUP_DIR, 'segments', segment.file);
        return { path, content: await readFile(path) };
      }),
    ),
  );
  await runJson(settings, ['backup', 'now']);
  await writeFile(manifest, saved);
  for (const { path, content } of segments) await writeFile(path, content);
  await hub.close();

  const { settings: place, database } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const left = await database.many({
    text: `select stream, "offset" from log.record where split_part(key, '/', 1) = $1 and value is not null`,
    values: [id],
  });
  expect(left).toEqual([]);
  const after = await startTestHub({ settings: place });
  expect((await after.get('/accounts', { key })).body.data).toEqual([]);
  expect(
    (await after.report(token, { ...(await fixture('ha-snapshot')), timestamp: Date.now() })).status,
  ).toBe(200);
  const again = await after.getUntil('/accounts', {
    key,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(again.body.data[0].id).not.toBe(id);
});

test('what was revoked, left and unshared after the backup stays so, and is in its keys within 5 s', {
  timeout: 60_000,
  tags: ['deadline'],
}, async () => {
  const { hub, settings, elsewhere, accounts } = await openBackedUpHub({ BACKUP_ENABLED: 'true' });
  const [{ id: account }] = accounts.data;
  const other = await hub.addMember('Bram');
  const third = await hub.addMember('Osric');
  await hub.pair(third);
  const { file } = await runJson(settings, ['backup', 'now']);
  const keys = openBackupFolder(settings.BACKUP_DIR).readKeys;
  expect(await keys()).toMatchObject({ revoked_keys: [], left_members: [], sharing: [] });

  const began = performance.now();
  const [{ prefix }] = (await runJson(settings, ['key', 'list'])).keys;
  await runJson(settings, ['key', 'revoke', prefix]);
  const { devices } = await runJson(settings, ['device', 'list']);
  const [device] = devices.filter(({ member }: { member: string }) => member === 'Osric');
  await runJson(settings, ['device', 'revoke', device.id]);
  await runJson(settings, ['share', account, 'stats', 'selected', '--with', 'Bram,Osric']);
  await runJson(settings, ['share', account, 'events', 'private']);
  await runJson(settings, ['member', 'leave', 'Bram']);
  const kept = await pollUntil(
    async () => {
      const copy = await keys();
      return copy?.left_members.includes(other) ? copy : null;
    },
    { withinMs: 5_000, everyMs: 50 },
  );
  expect(kept).toMatchObject({ revoked_devices: [device.id], left_members: [other] });
  expect(kept?.sharing.map(({ category, audience }) => [category, audience])).toEqual([
    ['stats', 'selected'],
    ['events', 'private'],
  ]);
  expect(performance.now() - began).toBeLessThan(20_000);
  // In the backup the members are there, and everything is shared.
  await runJson(settings, ['member', 'erase', 'Bram']);
  expect((await keys())?.erased).toEqual([other]);
  await hub.close();

  const { settings: place } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const statusOf = async (list: string) =>
    (await runJson(place, [list, 'list']))[`${list}s`].map((row: { status: string }) => row.status);
  expect(await statusOf('key')).toEqual(['revoked']);
  expect((await statusOf('device')).toSorted()).toEqual(['active', 'revoked']);
  const { members } = await runJson(place, ['member', 'list']);
  expect(members.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Merrin', 'Osric']);
  const [{ sharing }] = (await runJson(place, ['account', 'list'])).accounts;
  expect(sharing).toMatchObject({
    stats: { audience: 'selected', with: ['Osric'] },
    events: { audience: 'private' },
    activity: { audience: 'guild' },
  });
});

test('refuses in one line what it cannot restore', {
  timeout: 60_000,
}, async () => {
  const { hub, settings, elsewhere } = await openBackedUpHub();
  const { file } = await runJson(settings, ['backup', 'now']);
  expect(await errorOf(settings, file)).toMatchObject({ code: 'hub_runs' });
  await hub.close();
  expect(await errorOf(settings, file)).toMatchObject({ code: 'not_empty' });
  const { settings: place, database } = await elsewhere();
  expect(await errorOf(place, '2020-01-01T00-00-00.000Z.json')).toMatchObject({ code: 'no_backup' });
  const stranger = { ...place, HUB_SECRET: randomBytes(32).toString('base64') };
  expect(await errorOf(stranger, file)).toMatchObject({ code: 'other_secret' });

  const { partitions } = JSON.parse(await readFile(join(settings.BACKUP_DIR, file), 'utf8'));
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
  expect(ran.stderr.trim().split('\n').at(-1)).toMatch(/100% .* all tables$/);
  expect(ran.stdout).toMatch(
    /^Restored \d+ records of .*: start the hub, and take a new backup\.\naccess: \d+ rows\n/,
  );
});

test('goes on wherever it was interrupted, and until then no hub starts there', {
  timeout: 60_000,
}, async () => {
  const { hub, settings, elsewhere } = await openBackedUpHub();
  const { file } = await runJson(settings, ['backup', 'now']);
  await hub.close();
  const { settings: place, database } = await elsewhere();
  const folder = openBackupFolder(settings.BACKUP_DIR);
  const backup = await readRestorable(folder, file);

  /** Stops it after so many steps of the copy, or at its first look at the tables. */
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
      onLag: () => stop.abort(new Error('killed')),
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

  // Killed once the epoch of the feed was opened: the log then holds more than the backup.
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  const journal = await openJournal({ log, hubSecret: Buffer.from(place.HUB_SECRET, 'base64') });
  await openEpochOfRestore(database, journal, 1);

  const other = await runJson({ ...settings }, ['backup', 'now']);
  expect(await errorOf(place, other.file)).toMatchObject({ code: 'other_restore' });
  await writeFile(join(settings.BACKUP_DIR, file), writeManifest(backup.manifest));
  expect(await runJson(place, ['backup', 'restore', file])).toMatchObject({ ok: true });
  expect(await database.many({ text: 'select from event_feed_g1.feed_epoch' })).toHaveLength(1);
  await startTestHub({ settings: place });
});
