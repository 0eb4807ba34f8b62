import { openBackupFolder } from '../../../../shared/backup/backup-folder.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

/** Whether there is a backup of late that can be read. */
export const backupCheck: Check = {
  name: 'backup',
  look: async (hub) => {
    const folder = openBackupFolder(hub.settings().BACKUP_DIR);
    const { backups, unreadable } = await folder.list();
    const { begun } = await hub.database().one<{ begun: number | null }>({
      text: 'select (extract(epoch from min(applied_at)) * 1000)::bigint as begun from hub.migration',
    });
    const newest = backups.at(-1)?.manifest.taken_at;
    return judgeBackup({
      folder: folder.path,
      newestAt: newest === undefined ? null : Date.parse(newest),
      unreadable: unreadable.length,
      begunAt: begun ?? hub.now(),
      now: hub.now(),
    });
  },
};

export interface BackupFacts {
  readonly folder: string;
  /** Times are epoch ms; null without a backup. */
  readonly newestAt: number | null;
  readonly unreadable: number;
  /** When the hub began. */
  readonly begunAt: number;
  readonly now: number;
}

/** Two nights, so that one that failed is no alarm by itself. */
const ageMaxMs = 48 * 3_600_000;

export function judgeBackup({ folder, newestAt, unreadable, begunAt, now }: BackupFacts): Finding {
  const faults = [];
  const since = now - (newestAt ?? begunAt);
  if (since > ageMaxMs) {
    faults.push({
      what:
        newestAt === null ? `there is no backup in ${folder}` : `the newest backup is ${spanOf(since)} old`,
      why: 'the loss of a disk loses all that came since',
      fix: 'hub backup now; BACKUP_ENABLED=true takes one each night; copy BACKUP_DIR to another machine',
    });
  }
  if (unreadable > 0) {
    faults.push({
      what: `${unreadable} backups in ${folder} cannot be read`,
      why: 'nothing can be restored from them, and nothing is cleared up beside them',
      fix: 'hub backup list says why; remove them, or copy them anew from another machine',
    });
  }
  const young = newestAt === null ? 'none yet, the hub is young' : `the newest is ${spanOf(since)} old`;
  return findingOf(faults, young);
}
