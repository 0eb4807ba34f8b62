import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../../test/support/at-end.ts';
import { testRetention } from '../../../test/support/log/retention.ts';
import { hourMs } from '../../domain/durations.ts';
import type { PartitionEnds } from '../../log/event-log.ts';
import { maintainLog } from '../../log/postgres/maintenance/log-maintenance.ts';
import type { Database } from '../../postgres/database.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
import { type BackupFolder, openBackupFolder } from '../folder/backup-folder.ts';
import type { BackupKeys, Withdrawn } from '../folder/backup-keys.ts';
import { backupKeysLockOf } from '../folder/backup-lock.ts';
import { type Disk, nodeDisk } from '../folder/disk.ts';
import { createBackupSigner } from '../signing/backup-signer.ts';
import { type TakeBackupOptions, takeBackup } from '../taking/take-backup.ts';

/** Removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'hub-backup-'));
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}

export const nothingWithdrawn: Withdrawn = {
  erased: [],
  revoked_keys: [],
  revoked_devices: [],
  left_members: [],
  admins: [],
  sharing: [],
  shared_banks: [],
  api_keys: [],
  accounts: [],
  chat_ids: [],
};

export function backupFolderOf(
  { BACKUP_DIR = '', HUB_SECRET, DATA_DIR = '' }: Readonly<Record<string, string | undefined>>,
  disk?: Disk,
) {
  const secret = HUB_SECRET ?? readFileSync(join(DATA_DIR, 'secret'), 'utf8').trim();
  return openBackupFolder(BACKUP_DIR, createBackupSigner(Buffer.from(secret, 'base64')), disk);
}

/** @throws for keys that are not authentic */
export async function readKeysOf(folder: Pick<BackupFolder, 'inspectKeys'>): Promise<BackupKeys | null> {
  const found = await folder.inspectKeys();
  if (found !== null && found.state !== 'authentic') throw new Error(`the keys are ${found.state}`);
  return found?.document ?? null;
}

/** Each backup is a minute later than the previous backup. */
export async function openBackupTest(secret = randomBytes(32)) {
  const testLog = await openTestLog();
  const path = await temporaryFolder();
  const signer = createBackupSigner(secret);
  const erased = new Set<string>();
  let minutes = 0;
  const read = { records: 0 };

  function backUp(changed: Partial<TakeBackupOptions> & { readonly disk?: Disk } = {}) {
    read.records = 0;
    minutes += 1;
    const takenAt = new Date(Date.UTC(2026, 0, 1, 3, minutes));
    return takeBackup({
      folder: openBackupFolder(path, signer, changed.disk),
      log: testLog.journal.log,
      hubVersion: '0.0.0',
      kind: 'nightly',
      readWithdrawn: async () => ({ ...nothingWithdrawn, erased: [...erased] }),
      lockKeys: backupKeysLockOf(testLog.database),
      readNextSequence: async () => 1,
      now: () => takenAt,
      signal: new AbortController().signal,
      onBegin: () => {},
      onRead: (_, { records }) => {
        read.records += records;
      },
      ...changed,
    });
  }

  const pack = () => packLog(testLog.database);
  return { ...testLog, path, signer, folder: openBackupFolder(path, signer), erased, read, backUp, pack };
}

/** Simulates the restore of an older dump, in which the log ended at `ends`. */
export async function putBack(database: Database, ends: readonly PartitionEnds[]): Promise<void> {
  for (const { stream, partition, end } of ends) {
    const values = [stream, partition, end];
    await database.run({
      text: 'delete from log.record where stream = $1 and partition = $2 and "offset" >= $3',
      values,
    });
    await database.run({
      text: 'update log.partition set next_offset = $3 where stream = $1 and partition = $2',
      values,
    });
  }
}

/** Packs permanent streams, as the log does after ten minutes. */
export async function packLog(database: Database): Promise<void> {
  await database.run({
    text: 'update log.record set append_time = append_time - $1::bigint where append_time > $2::bigint',
    values: [hourMs, Date.now() - hourMs / 2],
  });
  while ((await maintainLog(database, testRetention)).more);
}

/** Fails after this many changes. Half of a draft may remain, as after a kill. */
export function failingDisk(changes: number, error: Error): Disk {
  let left = changes;
  const fail = async (path: string | null) => {
    left -= 1;
    if (left >= 0) return;
    if (path !== null) {
      await nodeDisk
        .write(`${path}.${randomUUID().replaceAll('-', '').slice(0, 12)}`, 'half')
        .catch(() => {});
    }
    throw error;
  };
  return {
    ...nodeDisk,
    write: async (path, content) => {
      await fail(path);
      await nodeDisk.write(path, content);
    },
    create: async (path, content) => {
      await fail(path);
      return nodeDisk.create(path, content);
    },
    remove: async (path) => {
      await fail(null);
      await nodeDisk.remove(path);
    },
  };
}
