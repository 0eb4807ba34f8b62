import { findSetting } from '../find-setting.ts';

/** A separate console does not know whether another process takes nightly backups. */
export function noBackupText(answer: Parameters<typeof findSetting>[0]): string {
  const enabled = findSetting(answer, 'BACKUP_ENABLED');
  const now = 'No backup yet: “Back up now” above.';
  if (enabled === 'true') return `${now} The hub takes one each night.`;
  return enabled === 'false' ? `${now} Nightly backups are off (BACKUP_ENABLED).` : now;
}
