import { resolve } from 'node:path';
import { openBackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import type { FileState } from '../../shared/backup/folder/file-state.ts';
import type { ListedBackup } from '../../shared/backup/folder/list-backups.ts';
import { type BackupSigner, createBackupSigner } from '../../shared/backup/signing/backup-signer.ts';
import { recordInAudit } from '../../shared/log/record-in-audit.ts';
import {
  createProgressMeter,
  type RebuildProgress,
} from '../../shared/projection/replay/rebuild/progress-meter.ts';
import { takeHubBackup } from '../projector/backup/take-hub-backup.ts';
import { auditActorOf, type OperationHub, type Requested } from './operation-hub.ts';

interface BackupInput {
  readonly backupDir: string;
  /** An aborted backup throws the signal's reason; earlier backups stay. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/** Callers with the same folder and secret share a read. */
const runningReads = new Map<string, ReturnType<typeof readFolder>>();

async function readFolder(backupDir: string, signer: BackupSigner | null) {
  const folder = openBackupFolder(backupDir, signer);
  const list = await folder.list();
  const drills = new Map((await folder.readDrills()).map((drill) => [drill.file, drill]));
  const shown = ({ file, manifest }: ListedBackup, state: FileState) => {
    const drill = drills.get(file);
    return {
      file,
      taken_at: manifest.taken_at,
      kind: manifest.kind,
      bytes: manifest.bytes,
      records: manifest.records,
      verified_at: drill?.ok ? drill.at : null,
      problem: drill?.problem ?? null,
      /** Null when the secret of this hub is not known. */
      other_hub: signer === null ? null : manifest.secret_fingerprint !== signer.fingerprint,
      /** Only an `authentic` backup is used. */
      state,
    };
  };
  const readable = [
    ...list.backups.map((backup) => shown(backup, 'authentic')),
    ...list.refused.flatMap(({ file, manifest, state }) =>
      manifest === null || state === 'unreadable' ? [] : [shown({ file, manifest }, state)],
    ),
  ];
  return {
    backups: readable.sort((one, other) => (one.file < other.file ? 1 : -1)),
    unreadable: list.refused
      .filter(({ manifest }) => manifest === null)
      .map(({ file, error }) => ({ file, problem: error.message })),
    /** The reason why the next backup would probably fail. */
    folder_problem: await folder.findProblem(list),
  };
}

export const backupOperations = {
  /**
   * Newest first. Does not read the database, which may be lost.
   * @param hubSecret null when not known: then no signature is checked
   * @throws OperatorError when the folder fails
   */
  list: (backupDir: string, hubSecret: Buffer | null) => {
    const signer = hubSecret === null ? null : createBackupSigner(hubSecret);
    const key = `${resolve(backupDir)} ${signer?.fingerprint}`;
    const read =
      runningReads.get(key) ?? readFolder(backupDir, signer).finally(() => runningReads.delete(key));
    runningReads.set(key, read);
    return read;
  },

  /** Backs up everything since the last backup. @throws as `takeHubBackup` */
  take: async (hub: OperationHub, { backupDir, signal, onProgress, actor }: Requested<BackupInput>) => {
    const meter = createProgressMeter(onProgress);
    const { file, manifest, mended, deleted } = await takeHubBackup(
      hub,
      openBackupFolder(backupDir, createBackupSigner(hub.hubSecret)),
      {
        kind: 'manual',
        now: () => new Date(),
        signal,
        onBegin: meter.begin,
        onRead: (stream, step) => meter.read([stream], step),
      },
    );
    const { bytes, seconds, records } = manifest;
    await recordInAudit(hub.journal, {
      by: auditActorOf(hub, actor),
      action: 'backup-made',
      about: [file],
      details: { kind: manifest.kind, records },
    });
    return { file, bytes, seconds, records, mended, deleted };
  },
} as const;
