import type { Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { accountTransferred } from '../../../../shared/events/types/account-transferred.ts';
import type { Directory } from '../../directory/directory.ts';
import { setReporterBlocked } from '../accounts/change-account.ts';
import { commandEvent } from '../command-event.ts';
import type { AccessCommandEvent } from '../execute-command.ts';

/**
 * Gives accounts to their last owners. If the last owner is not active now, the account gets no
 * owner, because an owner reads everything. Runs after departures and erasures, which pass accounts
 * to contributors who may never have owned them.
 */
export function restoreOwners({ accounts, members }: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  return withdrawn.accounts.flatMap(({ account: id, owner }) => {
    const account = accounts.get(id);
    if (account === undefined || account.ownerId === owner) return [];
    const known = owner !== null && members.get(owner)?.active === true ? owner : null;
    if (account.ownerId === known) return [];
    const data = { account_id: id, member_id: known };
    return commandEvent(accountTransferred, { subject: id, actor: 'hub' }, data);
  });
}

/** Runs after `restoreOwners`, because an owner cannot be blocked. */
export function restoreBlocks(directory: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  return withdrawn.accounts.flatMap(({ account: id, blocked }) => {
    const account = directory.accounts.get(id);
    if (account === undefined) return [];
    return blocked
      .filter((memberId) => directory.members.has(memberId) && memberId !== account.ownerId)
      .filter((memberId) => !account.blockedIds.includes(memberId))
      .map((memberId) =>
        setReporterBlocked(directory, { accountId: id, memberId, blocked: true, actor: 'hub' }),
      );
  });
}
