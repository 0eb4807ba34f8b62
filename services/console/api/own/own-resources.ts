import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { byAccountName } from '../../../../projections/access/model/account-names.ts';
import {
  type Account,
  type ApiKey,
  type Device,
  isReporter,
} from '../../../../projections/access/model/entities.ts';
import { resolveVisibility } from '../../../../projections/access/visibility/visibility.ts';
import { categories, maskOf } from '../../../../shared/domain/category.ts';
import { keysOf } from '../../../operations/keys/api-key-document.ts';
import { ConsoleError } from '../../console-error.ts';

// A member finds only own resources: another member's resource is answered like a missing one.

/** Sorted by name. */
export function listOwnAccounts({ accounts }: Directory, memberId: string): Account[] {
  return [...accounts.values()].filter(({ ownerId }) => ownerId === memberId).sort(byAccountName);
}

/**
 * The accounts that a member reports or is blocked on, because a block must not hide a transfer.
 * Sorted by name.
 */
export function listReportedAccounts({ accounts }: Directory, memberId: string): Account[] {
  return [...accounts.values()]
    .filter((account) => isReporter(account, memberId) || account.blockedIds.includes(memberId))
    .sort(byAccountName);
}

/** Sorted by pairing time. */
export function listOwnDevices({ devicesByTokenHash }: Directory, memberId: string): Device[] {
  return [...devicesByTokenHash.values()]
    .filter((device) => device.memberId === memberId)
    .sort((a, b) => a.pairedAt - b.pairedAt);
}

/** @throws ConsoleError `not_found` */
export function getOwnDevice(directory: Directory, memberId: string, id: string | undefined): Device {
  return required(listOwnDevices(directory, memberId).find((device) => device.id === id));
}

/** @throws ConsoleError `not_found` */
export function getOwnApiKey(directory: Directory, memberId: string, id: string | undefined): ApiKey {
  return required(keysOf(directory, memberId).find((key) => key.id === id));
}

/** @throws ConsoleError `not_found` unless the member owns each of them */
export function requireOwnAccounts(directory: Directory, memberId: string, ids: readonly string[]): void {
  for (const id of ids) required(directory.accounts.get(id)?.ownerId === memberId || undefined);
}

/**
 * An invisible account is answered like a missing one, so that its id reveals nothing.
 * @throws ConsoleError `not_found`
 */
export function requireVisibleAccounts(directory: Directory, memberId: string, ids: readonly string[]): void {
  const rights = { kind: 'user', memberId, categories: maskOf(categories), accountIds: null } as const;
  const { visible } = resolveVisibility(directory, rights);
  for (const id of ids) required(visible.get(id));
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ConsoleError('not_found', 'Not found.');
  return found;
}
