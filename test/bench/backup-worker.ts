import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { keysLockOf } from '../../shared/backup/backup-lock.ts';
import { takeBackup } from '../../shared/backup/take-backup.ts';
import { secretFingerprint } from '../../shared/log/secret-fingerprint.ts';
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

/** Superseded records stay for a minute, for readers that are a little behind. */
const settleMs = 61_000;
/** Each deletes a bounded number of records; those that find nothing do nothing. */
const eventsPerMaintenance = 10_000;

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
  const nothing = { erased: [], revoked_keys: [], revoked_devices: [], left_members: [] };
  const take = () =>
    takeBackup({
      folder,
      log: journal.log,
      secretFingerprint: secretFingerprint(hubSecret),
      hubVersion: 'bench',
      kind: 'manual',
      readWithdrawn: async () => ({ ...nothing, admins: null, sharing: [] }),
      lockKeys: keysLockOf(database),
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

  /** As a projector does all day: of each part of an account's state the newest record is left. */
  async function fill(from: number, to: number): Promise<void> {
    await fillReplayLog(journal, from, to);
    await pause(settleMs);
    for (let done = from; done < to; done += eventsPerMaintenance) await journal.log.maintain();
  }

  await fill(0, events);
  const first = await backUp();
  await fill(events, Math.round(events * 1.01));
  const second = await backUp();
  const secret = hubSecret.toString('base64');
  const place = { url, postgresPid, hubSecret: secret, folder: path, file: second.file };
  return { first: first.measured, second: second.measured, place };
}
