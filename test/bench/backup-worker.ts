import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRetention } from '../../services/cli/settings.ts';
import { openBackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import { backupKeysLockOf } from '../../shared/backup/folder/backup-lock.ts';
import { takeBackup } from '../../shared/backup/taking/take-backup.ts';
import { maintainLog } from '../../shared/log/postgres/maintenance/log-maintenance.ts';
import { secretFingerprint } from '../../shared/log/sealing/secret-fingerprint.ts';
import { fillReplayLog } from './fill-replay-log.ts';
import { measureWork, type WorkMeasured } from './measured-work.ts';
import { openBenchLog } from './open-bench-log.ts';
import type { BackedUpPlace } from './restore-worker.ts';
import { serveJobs } from './workers.ts';

/** A process of its own that fills a log on an embedded PostgreSQL and backs it up, twice. The server ends with it. */
export interface BackupJob {
  readonly events: number;
}

export interface BackupAnswer {
  readonly first: BackupMeasured;
  /** After 1 % news. */
  readonly second: BackupMeasured;
  /** The second. */
  readonly place: BackedUpPlace;
}

export interface BackupMeasured extends WorkMeasured {
  readonly records: number;
  readonly bytes: number;
}

/** By then superseded records are deleted, and what is kept for ever is packed. */
const settledMs = 60 * 60_000;

const closing: (() => Promise<void>)[] = [];
serveJobs<BackupJob, BackupAnswer>(measure, async () => {
  for (const close of closing.reverse()) await close();
});

async function measure({ events }: BackupJob): Promise<BackupAnswer> {
  const bench = await openBenchLog((close) => closing.push(close));
  const { database, journal, hubSecret, url, postgresPid } = bench;
  const path = await mkdtemp(join(tmpdir(), 'hub-bench-backups-'));
  closing.push(() => rm(path, { recursive: true, force: true }));
  const ignore = () => {};

  const folder = openBackupFolder(path);
  const nothing = {
    ...{ erased: [], revoked_keys: [], revoked_devices: [], left_members: [], admins: null },
    ...{ sharing: [], api_keys: [], accounts: [], chat_ids: [] },
  };
  const take = () =>
    takeBackup({
      folder,
      log: journal.log,
      secretFingerprint: secretFingerprint(hubSecret),
      hubVersion: 'bench',
      kind: 'manual',
      readWithdrawn: async () => nothing,
      lockKeys: backupKeysLockOf(database),
      readNextSequence: async () => 1,
      now: () => new Date(),
      signal: new AbortController().signal,
      onBegin: ignore,
      onRead: ignore,
    });

  async function backUp() {
    const { result, measured } = await measureWork(postgresPid, take);
    const { records, bytes } = result.manifest;
    return { file: result.file, measured: { ...measured, records, bytes } };
  }

  /** With what a projector does all day: of each part of an account's state the newest record is left. */
  async function fill(from: number, to: number): Promise<void> {
    await fillReplayLog(journal, from, to, settledMs);
    const retention = readRetention();
    for (let more = true; more; ) more = (await maintainLog(database, retention)).more;
  }

  await fill(0, events);
  const first = await backUp();
  await fill(events, Math.round(events * 1.01));
  const second = await backUp();
  const secret = hubSecret.toString('base64');
  const place = { url, postgresPid, hubSecret: secret, folder: path, file: second.file };
  return { first: first.measured, second: second.measured, place };
}
