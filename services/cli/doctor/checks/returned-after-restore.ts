import {
  type ReturnedAfterRestore,
  returnedAfterRestore,
} from '../../../../projections/access/directory/returned-after-restore.ts';
import type { BackupKeys } from '../../../../shared/backup/folder/backup-keys.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import type { Fault } from '../finding.ts';

export interface ComparedKeys {
  /** Withdrawals in `keys.zst` that this hub does not have; null when unknown. */
  readonly back: ReturnedAfterRestore | null;
  /** Erased accounts and members that `keys.zst` does not name as erased. */
  readonly openErasures: number;
}

/** @param keys null when unknown */
export async function compareKeys(hub: ExaminedHub, keys: BackupKeys | null): Promise<ComparedKeys> {
  const directory = keys === null ? null : await hub.directory();
  if (keys === null || directory === null) return { back: null, openErasures: 0 };
  const named = new Set(keys.erased);
  return {
    back: returnedAfterRestore(directory, keys),
    openErasures: [...directory.erased].filter((subject) => !named.has(subject)).length,
  };
}

export function faultsOfReturned(back: ReturnedAfterRestore | null): Fault[] {
  if (back === null) return [];
  const why =
    'this hub has older data than BACKUP_DIR, for example because an old copy of the hub was started again or restored';
  const whyWithoutBackup = `${why}; this hub takes no backup until erased accounts and members are erased again`;
  const whose = (id: string) => `NAME; hub member list --json shows the NAME of ${id}`;
  return [
    ...back.erasedAccounts.map((id) => ({
      what: `account ${id} was erased, but exists`,
      why: whyWithoutBackup,
      fix: `hub account erase ${id}`,
    })),
    ...back.erasedMembers.map((id) => ({
      what: `member ${id} was erased, but exists`,
      why: whyWithoutBackup,
      fix: `hub member erase ${whose(id)}`,
    })),
    ...back.leftMembers.map((id) => ({
      what: `member ${id} had left, but is active`,
      why,
      fix: `hub member leave ${whose(id)}`,
    })),
    ...back.revokedKeys.map((prefix) => ({
      what: `key ${prefix} was revoked, but works`,
      why,
      fix: `hub key revoke ${prefix}`,
    })),
    ...back.revokedDevices.map((id) => ({
      what: `device ${id} was revoked, but works`,
      why,
      fix: `hub device revoke ${id}`,
    })),
  ];
}
