import { accountTransferred } from '../../../shared/events/types/account-transferred.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireAccount, requireActiveMember } from './require-known.ts';

/** Makes another active member the owner of an account. */
export function accountTransfer(
  directory: Directory,
  { accountId, memberId, actor }: Wish<{ readonly accountId: string; readonly memberId: string }>,
): CommandEvent<typeof accountTransferred> {
  requireAccount(directory, accountId);
  requireActiveMember(directory, memberId);
  const data = { account_id: accountId, member_id: memberId };
  return commandEvent(accountTransferred, { subject: accountId, actor }, data);
}
