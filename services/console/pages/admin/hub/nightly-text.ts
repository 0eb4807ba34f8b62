import { findSetting } from '../find-setting.ts';

/** A separate console does not know whether another process takes nightly backups. */
export function nightlyText(answer: Parameters<typeof findSetting>[0]): string | null {
  const enabled = findSetting(answer, 'BACKUP_ENABLED');
  if (enabled === 'true') return 'The hub takes a backup each night.';
  return enabled === 'false' ? 'Nightly backups are off (BACKUP_ENABLED).' : null;
}
