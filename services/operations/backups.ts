import { resolve } from 'node:path';
import { openBackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import { type BackupSigner, createBackupSigner } from '../../shared/backup/signing/backup-signer.ts';
import { recordInAudit } from '../../shared/log/record-in-audit.ts';
import {
  createProgressMeter,
  type RebuildProgress,
} from '../../shared/projection/replay/rebuild/progress-meter.ts';
import { takeHubBackup } from '../projector/backup/take-hub-backup.ts';
import { type ShownFolder, shownBackups } from './backup-list.ts';
import { auditActorOf, type OperationHub, type Requested } from './operation-hub.ts';

interface BackupInput {
  readonly backupDir: string;
  /** An aborted backup throws the signal's reason; earlier backups stay. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/** Callers with the same folder and secret share a read. */
const runningReads = new Map<string, Promise<ShownFolder>>();

async function readFolder(backupDir: string, signer: BackupSigner | null): Promise<ShownFolder> {
  const folder = openBackupFolder(backupDir, signer);
  const list = await folder.list();
  return {
    ...shownBackups(list, await folder.readDrills(), signer?.fingerprint ?? null),
    folder_problem: await folder.findProblem(list),
  };
}

export const backupOperations = {
  /**
   * Newest first. Does not read the database, which may be lost.
   * @param hubSecret null when not known: then no signature is checked
   * @throws OperatorError when the folder fails
   */
  list: (backupDir: string, hubSecret: Buffer | null): Promise<ShownFolder> => {
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
