import { openBackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import { recordInAudit } from '../../shared/log/record-in-audit.ts';
import {
  createProgressMeter,
  type ProgressMeter,
  type RebuildProgress,
} from '../../shared/projection/replay/rebuild/progress-meter.ts';
import { takeHubBackup } from '../projector/backup/take-hub-backup.ts';
import { auditActorOf, type OperationHub, type Requested } from './operation-hub.ts';

interface BackupInput {
  readonly backupDir: string;
  /** Ends the backup, which throws the signal's reason; earlier backups stay as they were. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/** Operations on the backups of a folder. */
export const backupOperations = {
  /**
   * The newest first, with what was found when each was tried.
   * @param fingerprint of this hub's secret, by which the backups of other hubs show without its database, which may be lost;
   * null where it is not known
   */
  list: async (backupDir: string, fingerprint: string | null) => {
    const folder = openBackupFolder(backupDir);
    const { backups, unreadable } = await folder.list();
    const drills = new Map((await folder.readDrills()).map((drill) => [drill.file, drill]));
    return {
      backups: backups.toReversed().map(({ file, manifest }) => ({
        file,
        taken_at: manifest.taken_at,
        kind: manifest.kind,
        bytes: manifest.bytes,
        records: manifest.records,
        verified_at: drills.get(file)?.ok === true ? (drills.get(file)?.at ?? null) : null,
        problem: drills.get(file)?.problem ?? null,
        other_hub: fingerprint === null ? null : manifest.secret_fingerprint !== fingerprint,
      })),
      unreadable: unreadable.map(({ file, error }) => ({ file, problem: error.message })),
    };
  },

  /** Takes one of what is new since the last. @throws as `takeHubBackup` */
  take: async (hub: OperationHub, { backupDir, signal, onProgress, actor }: Requested<BackupInput>) => {
    let meter: ProgressMeter | undefined;
    const { file, manifest, mended, deleted } = await takeHubBackup(hub, openBackupFolder(backupDir), {
      kind: 'manual',
      now: () => new Date(),
      signal,
      onBegin: (offsets) => {
        meter = createProgressMeter(offsets, onProgress);
      },
      onRead: (stream, step) => meter?.read([stream], step),
    });
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
