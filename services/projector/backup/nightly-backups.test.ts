import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { hasBackupKeeper, takeBackupKeeperLock } from '../../../shared/backup/folder/backup-lock.ts';
import { type Disk, nodeDisk } from '../../../shared/backup/folder/disk.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import { failingDisk, temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { endLockSessions } from '../../../test/support/postgres/locks.ts';
import { connect } from '../../cli/connection/connect.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { createBackupMetrics } from './backup-metrics.ts';
import { createNightlyBackups } from './nightly-backups.ts';

const night = Date.UTC(2026, 5, 1, 3);

/** @param shared a folder that another hub also uses for backups */
async function openNights(shared?: string) {
  const { url, database } = await freshDatabase('projections');
  const path = await temporaryFolder();
  const said: string[] = [];
  const logger = createLogger(
    { name: 'test', level: 'error' },
    { write: (line) => void said.push(JSON.parse(line).msg) },
  );
  const settings = readStandaloneSettings({ DATABASE_URL: url, DATA_DIR: join(path, 'data') });
  const hub = await connect(settings, logger);
  atEnd(() => hub.close());
  await hub.journal.log.append([...entriesOf('hub.feed', 'a', 3), ...entriesOf('hub.xp', 'a', 3)]);
  const backups = shared ?? join(path, 'backups');
  const signer = createBackupSigner(hub.hubSecret);
  const registry = new Registry();
  let now = night - minuteMs;
  const clock = () => now;
  const metrics = createBackupMetrics(registry, clock);
  const open = (disk?: Disk, { signal } = new AbortController()) => {
    const folder = openBackupFolder(backups, signer, disk);
    const take = createNightlyBackups({ hub, folder, hour: 3, clock, logger, metrics });
    return (at: number) => {
      now = at;
      return take(night - 5 * minuteMs, signal);
    };
  };
  const folder = openBackupFolder(backups, signer);
  const list = async () => (await folder.list()).backups;
  return { database, open, folder, list, said, shown: () => registry.metrics() };
}

test('takes one backup a night at its hour, and shows its age', async () => {
  const { open, list, shown } = await openNights();
  const at = open();
  expect(await at(night - minuteMs)).toBeNull();
  expect(await shown()).not.toMatch(/^hub_backup_age_seconds\{/m);
  const taken = await at(night);
  expect(taken?.manifest).toMatchObject({ kind: 'nightly', taken_at: '2026-06-01T03:00:00.000Z' });
  expect(await at(night + 23 * 60 * minuteMs)).toEqual(taken);
  expect(await shown()).toContain(`hub_backup_age_seconds{work="backup"} ${23 * 3_600}`);
  expect((await at(night + 24 * 60 * minuteMs))?.file).not.toBe(taken?.file);
  expect(await list()).toHaveLength(2);
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 0');
});

test('a backup from a clock that was ahead is not the newest', async () => {
  const { open, list, shown } = await openNights();
  const at = open();
  await at(night + 40 * dayMs);
  const taken = await at(night);
  expect(taken?.manifest.taken_at).toBe('2026-06-01T03:00:00.000Z');
  expect(await at(night + 60 * minuteMs)).toEqual(taken);
  expect(await list()).toHaveLength(2);
  expect(await shown()).toContain('hub_backup_age_seconds{work="backup"} 3600');
});

test('a backup of another hub does not count for this night or as the newest, and the refused backup is a failure', async () => {
  const other = await openNights();
  await other.open()(night);
  const { folder, open, list, said, shown } = await openNights(other.folder.path);
  expect(await open()(night + minuteMs)).toBeNull();
  expect(await shown()).not.toMatch(/^hub_backup_age_seconds\{/m);
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 1');
  expect(said).toEqual([
    `the backup failed, trying again the next night: ${folder.path} holds backups of another hub: set BACKUP_DIR to a folder that only this hub uses`,
  ]);
  expect(await list()).toEqual([]);
  expect(await other.list()).toHaveLength(1);
});

test('with only backups of another hub each night logs one failure, however often the hub checks', async () => {
  const other = await openNights();
  await other.open()(night);
  const { open, said, shown } = await openNights(other.folder.path);
  let now = night;
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => now - night);
  onTestFinished(() => monotonic.mockRestore());
  const at = open();
  for (; now < night + 2 * dayMs; now += 20 * minuteMs) expect(await at(now)).toBeNull();
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 2');
  expect(said).toHaveLength(2);
});

test("the age is the age of this hub's backup, also when another hub has a later backup", async () => {
  const { folder, open, shown } = await openNights();
  const own = await open()(night);
  if (own === null) throw new Error('no backup was taken');
  const taken_at = new Date(night + dayMs).toISOString();
  await folder.addBackup({ ...own.manifest, hub: randomUUID(), taken_at });
  expect(await open()(night + dayMs - minuteMs)).toEqual(own);
  expect(await open()(night + dayMs + minuteMs)).toBeNull();
  expect(await shown()).toContain(`hub_backup_age_seconds{work="backup"} ${(dayMs + minuteMs) / 1_000}`);
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 1');
});

test('a full disk and a disk that changes bytes each fail, and leave no backup', async () => {
  const { open, list, shown } = await openNights();
  const full = open(failingDisk(0, Object.assign(new Error('no space'), { code: 'ENOSPC' })));
  expect(await full(night)).toBeNull();
  // Not tried again before an operator had time to free space.
  expect(await full(night + minuteMs)).toBeNull();
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 1');

  const rotten = open({
    ...nodeDisk,
    read: async (path, options) => {
      const content = await nodeDisk.read(path, options);
      if (path.includes('/segments/')) content.writeUInt8(content.readUInt8(9) ^ 1, 9);
      return content;
    },
  });
  expect(await rotten(night)).toBeNull();
  expect(await shown()).toContain('hub_backup_failures_total{work="backup"} 2');
  expect(await list()).toEqual([]);
  expect((await open()(night))?.manifest.kind).toBe('nightly');
});

/** `onRead` runs when a segment is read back, to be compared with the log. */
function watchedDisk(onRead: () => void): Disk {
  return {
    ...nodeDisk,
    read: async (path, options) => {
      if (path.includes('/segments/')) onRead();
      return nodeDisk.read(path, options);
    },
  };
}

test('a backup that could not be compared with the log is taken and compared again', async () => {
  const { open, list, said } = await openNights();
  const away = watchedDisk(() => {
    throw new LogUnavailable('the log is away');
  });
  expect(await open(away)(night)).toBeNull();
  expect(await list()).toEqual([]);

  const stopping = new AbortController();
  const stopped = open(
    watchedDisk(() => stopping.abort()),
    stopping,
  );
  expect(await stopped(night)).toBeNull();
  expect(stopping.signal.aborted).toBe(true);
  expect(await list()).toEqual([]);

  expect(said).toEqual([expect.stringMatching(/the log is away$/)]);

  const listedMeanwhile: Promise<readonly unknown[]>[] = [];
  const taken = await open(watchedDisk(() => void listedMeanwhile.push(list())))(night);
  const written = taken?.manifest.partitions.flatMap(({ segments }) => segments) ?? [];
  expect(written).not.toEqual([]);
  // A backup counts only when all of it is compared.
  expect(await Promise.all(listedMeanwhile)).toEqual(written.map(() => []));
});

test('one process is the keeper, and another process takes over when the keeper ends', async () => {
  const { database } = await openNights();
  expect(await hasBackupKeeper(database)).toBe(false);
  const first = await takeBackupKeeperLock(database);
  expect(await takeBackupKeeperLock(database)).toBeNull();
  expect(await hasBackupKeeper(database)).toBe(true);
  expect(first?.lost.aborted).toBe(false);
  // A kill of its process leaves this state.
  expect(await endLockSessions(database, lockNumbers.backupKeeper)).toBe(1);
  await expect.poll(() => first?.lost.aborted).toBe(true);
  const second = await takeBackupKeeperLock(database);
  expect(second).not.toBeNull();
  await second?.release();
});
