import { z } from 'zod';
import { integerSetting } from '../../settings/settings.ts';

const backupEnabledSetting = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ description: 'true or false' });

/** Settings of backups. Most commands need BACKUP_DIR only. */
export const backupSettings = {
  BACKUP_HOUR: integerSetting({ min: 0, max: 23 })
    .default(3)
    .meta({ purpose: 'The hour of the day, in UTC, at which a backup is taken.' }),
  BACKUP_DIR: z
    .string()
    .meta({ description: 'a folder', purpose: 'The folder with the backups.' })
    .default('./backups'),
  /** Off by default for a hub in several processes: its machines may have no shared folder. */
  BACKUP_ENABLED: backupEnabledSetting.default(false).meta({
    purpose:
      'Whether backups are taken each night. All processes of a hub need the same `BACKUP_DIR`. One process takes all backups. When the process stops, another process takes over.',
  }),
  BACKUP_DRILL: z
    .enum(['auto', 'nightly', 'weekly', 'off'])
    .meta({
      description: 'one of auto, nightly, weekly, off',
      purpose:
        'How often the newest backup is restored on trial. `auto` is each night, but only once a week when the log is larger than 1 GB.',
    })
    .default('auto'),
};

export type BackupSettings = z.infer<z.ZodObject<typeof backupSettings>>;
