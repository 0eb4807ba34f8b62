import { accountBlocked } from '../../../shared/events/types/account-blocked.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireAccount, requireMember } from './require-known.ts';

/** Keeps a member's devices from reporting an account, or lets them again. */
export function accountBlock(
  directory: Directory,
  wish: Wish<{ readonly accountId: string; readonly memberId: string; readonly blocked: boolean }>,
): CommandEvent<typeof accountBlocked> {
  const { accountId, memberId, blocked, actor } = wish;
  requireAccount(directory, accountId);
  requireMember(directory, memberId);
  const data = { account_id: accountId, member_id: memberId, blocked };
  return commandEvent(accountBlocked, { subject: accountId, actor }, data);
}
