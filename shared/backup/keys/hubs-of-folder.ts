import type { BackupList } from '../folder/list-backups.ts';
import type { FoundKeys } from './trusted-keys.ts';

/**
 * Files with another secret, count too: they may be the only backups of another
 * hub.
 */
export function hubsOfFolder({ backups, refused }: BackupList, keys: FoundKeys | null): ReadonlySet<string> {
  const others = refused.flatMap(({ state, manifest }) =>
    state === 'another_hub' && manifest !== null ? [manifest.hub] : [],
  );
  const ofKeys = keys === null || keys.state === 'forged' ? [] : [keys.document.hub];
  return new Set([...backups.map(({ manifest }) => manifest.hub), ...others, ...ofKeys]);
}
