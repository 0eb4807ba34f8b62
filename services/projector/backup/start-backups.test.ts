import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { hasBackupKeeper } from '../../../shared/backup/folder/backup-lock.ts';
import { backupFolderOf, temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { endLockSessions } from '../../../test/support/postgres/locks.ts';
import { connect } from '../../cli/connection/connect.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { startBackups } from './start-backups.ts';
import { takeHubBackup } from './take-hub-backup.ts';

const night = Date.UTC(2026, 5, 1, 3);
const takesThem = expect.stringMatching(/^this process takes the backups;/);
const taken = 'the backup was taken';
const ageShown = 'hub_backup_age_seconds{work="backup"}';

async function openProjectors() {
  const { url, database } = await freshDatabase('projections');
  const path = await temporaryFolder();
  const settings = readStandaloneSettings({
    DATABASE_URL: url,
    DATA_DIR: join(path, 'data'),
    BACKUP_DIR: join(path, 'backups'),
    BACKUP_DRILL: 'off',
  });
  const hub = await connect(settings, createLogger({ name: 'test', level: 'silent' }));
  atEnd(() => hub.close());
  await hub.journal.log.append(entriesOf('hub.feed', 'a', 3));
  const clock = { now: night - minuteMs };

  /** A killed projector opens no connections and loses the connection of its keeper lock. */
  function start() {
    let isAlive = true;
    const metrics = new Registry();
    const lines: string[] = [];
    // Without retries, which may come before the directory is read.
    const said = () => lines.filter((line) => /^this process takes|^the backup/.test(line));
    const own: typeof database = {
      ...hub.database,
      connect: async (prepare) => {
        if (!isAlive) throw new Error('killed');
        return hub.database.connect(prepare);
      },
    };
    const backups = startBackups({
      hub: { ...hub, database: own },
      settings,
      logger: createLogger(
        { name: 'test', level: 'info' },
        { write: (line) => void lines.push(JSON.parse(line).msg) },
      ),
      metrics,
      clock: () => clock.now,
      everyMs: { keys: 20, backups: 20 },
    });
    atEnd(() => backups.stop());
    const loseLock = async () => {
      expect(await endLockSessions(database, lockNumbers.backupKeeper)).toBe(1);
    };
    const kill = () => {
      isAlive = false;
      return loseLock();
    };
    return { said, lines, kill, loseLock, shown: () => metrics.metrics() };
  }

  const count = async () =>
    (
      await backupFolderOf({
        BACKUP_DIR: settings.BACKUP_DIR,
        HUB_SECRET: hub.hubSecret.toString('base64'),
      }).list()
    ).backups.length;
  return { database, settings, hub, clock, start, count };
}

test('only one of two projectors takes the nightly backups, and the other continues when it dies', async () => {
  const { database, clock, start, count } = await openProjectors();
  const first = start();
  await expect.poll(() => hasBackupKeeper(database)).toBe(true);
  const second = start();
  clock.now = night;
  await expect.poll(first.said).toContain(taken);
  expect(second.said()).toEqual([]);
  expect(await count()).toBe(1);

  await first.kill();
  await expect.poll(second.said).toContainEqual(takesThem);
  clock.now = night + dayMs;
  await expect.poll(second.said).toContain(taken);
  expect(await count()).toBe(2);
  // A keeper may lose its session on a busy machine, but each backup is taken once.
  const takenBy = [first, second].map(({ said }) => said().filter((line) => line === taken).length);
  expect(takenBy).toEqual([1, 1]);
});

test('only the projector that takes the backups shows the age of the newest', async () => {
  const { database, clock, start } = await openProjectors();
  const first = start();
  await expect.poll(() => hasBackupKeeper(database)).toBe(true);
  const second = start();
  clock.now = night;
  await expect.poll(first.shown).toContain(ageShown);
  expect(await second.shown()).not.toContain(ageShown);

  await first.kill();
  await expect.poll(second.shown).toContain(ageShown);
  await expect.poll(first.shown).not.toContain(ageShown);
});

test('a projector that becomes the keeper again reads the age of the newest backup again', async () => {
  const { clock, start } = await openProjectors();
  const only = start();
  await expect.poll(only.said).toContainEqual(takesThem);
  clock.now = night;
  await expect.poll(only.said).toContain(taken);

  await only.loseLock();
  await expect.poll(only.said).toEqual([takesThem, taken, takesThem]);
  await expect.poll(only.shown).toContain(ageShown);
});

test('a projector that becomes the keeper warns that BACKUP_DIR is not a folder', async () => {
  const { settings, start } = await openProjectors();
  // Even root cannot write below a file.
  await writeFile(settings.BACKUP_DIR, '');
  const { lines } = start();
  const problem = `BACKUP_DIR cannot be read: BACKUP_DIR ${settings.BACKUP_DIR} failed (ENOTDIR): it is not a folder, or its parent is not a folder: set BACKUP_DIR to a folder`;
  await expect.poll(() => lines).toContainEqual(expect.stringContaining(problem));
});

test('a projector that becomes the keeper warns that BACKUP_DIR has little space', async () => {
  const { settings, hub, start } = await openProjectors();
  const folder = backupFolderOf({
    BACKUP_DIR: settings.BACKUP_DIR,
    HUB_SECRET: hub.hubSecret.toString('base64'),
  });
  const { manifest } = await takeHubBackup(hub, folder, {
    kind: 'manual',
    now: () => new Date(night),
    signal: new AbortController().signal,
    onBegin: () => {},
    onRead: () => {},
  });
  await folder.addBackup({ ...manifest, bytes: Number.MAX_SAFE_INTEGER });
  const { lines } = start();
  await expect
    .poll(() => lines)
    .toContainEqual(
      expect.stringMatching(/^BACKUP_DIR .* MB free, less than twice the .* free some space on its disk$/),
    );
});
