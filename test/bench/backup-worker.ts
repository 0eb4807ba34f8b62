import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { keysLockOf } from '../../shared/backup/backup-lock.ts';
import { takeBackup } from '../../shared/backup/take-backup.ts';
import { secretFingerprint } from '../../shared/log/secret-fingerprint.ts';
import { fillReplayLog } from './fill-replay-log.ts';
import { openBenchLog } from './open-bench-log.ts';
import { residentMegabytes } from './process-cpu.ts';
import { serveJobs } from './workers.ts';

/** A process of its own that fills a log on the embedded PostgreSQL and backs it up, twice. */
export interface BackupJob {
  readonly events: number;
}

export interface BackupAnswer {
  readonly first: BackupMeasured;
  /** After 1 % news. */
  readonly second: BackupMeasured;
}

export interface BackupMeasured {
  readonly records: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly highestMegabytes: number;
}

const sampleEveryMs = 100;
/** Superseded records stay for a minute, for readers that are a little behind. */
const settleMs = 61_000;
/** Each deletes a bounded number of records. */
const maintenanceCalls = 20;

const closing: (() => Promise<void>)[] = [];
serveJobs<BackupJob, BackupAnswer>(measure, async () => {
  for (const close of closing.reverse()) await close();
});

async function measure({ events }: BackupJob): Promise<BackupAnswer> {
  const { database, journal, hubSecret } = await openBenchLog((close) => closing.push(close));
  const path = await mkdtemp(join(tmpdir(), 'hub-bench-backups-'));
  closing.push(() => rm(path, { recursive: true, force: true }));
  const ignore = () => {};

  async function backUp(): Promise<BackupMeasured> {
    let highestMegabytes = 0;
    const sampling = setInterval(() => {
      highestMegabytes = Math.max(highestMegabytes, Math.round(residentMegabytes(process.pid)));
    }, sampleEveryMs);
    const before = process.cpuUsage();
    const { manifest } = await takeBackup({
      folder: openBackupFolder(path),
      log: journal.log,
      secretFingerprint: secretFingerprint(hubSecret),
      hubVersion: 'bench',
      kind: 'manual',
      readWithdrawn: async () => ({
        erased: [],
        revoked_keys: [],
        revoked_devices: [],
        left_members: [],
        admins: null,
        sharing: [],
      }),
      lockKeys: keysLockOf(database),
      readNextSequence: async () => 1,
      now: () => new Date(),
      signal: new AbortController().signal,
      onBegin: ignore,
      onRead: ignore,
    });
    const { user, system } = process.cpuUsage(before);
    clearInterval(sampling);
    const { records, bytes, seconds } = manifest;
    return { records, bytes, seconds, cpuSeconds: (user + system) / 1e6, highestMegabytes };
  }

  /** As a projector does all day: of each part of an account's state the newest record is left. */
  async function fill(from: number, to: number): Promise<void> {
    await fillReplayLog(journal, from, to);
    await pause(settleMs);
    for (let call = 0; call < maintenanceCalls; call += 1) await journal.log.maintain();
  }

  await fill(0, events);
  const first = await backUp();
  await fill(events, Math.round(events * 1.01));
  return { first, second: await backUp() };
}
