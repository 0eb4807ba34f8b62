import { accountBlocked, accountTransferred } from '../../../../shared/events/membership/accounts.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireAccount, requireActiveMember, requireMember } from '../require-known.ts';

export function setReporterBlocked(
  directory: Directory,
  input: CommandInput<{ readonly accountId: string; readonly memberId: string; readonly blocked: boolean }>,
): CommandEvent<typeof accountBlocked> {
  const { accountId, memberId, blocked, actor } = input;
  requireAccount(directory, accountId);
  requireMember(directory, memberId);
  const data = { account_id: accountId, member_id: memberId, blocked };
  return commandEvent(accountBlocked, { subject: accountId, actor }, data);
}

export function transferAccount(
  directory: Directory,
  { accountId, memberId, actor }: CommandInput<{ readonly accountId: string; readonly memberId: string }>,
): CommandEvent<typeof accountTransferred> {
  requireAccount(directory, accountId);
  requireActiveMember(directory, memberId);
  const data = { account_id: accountId, member_id: memberId };
  return commandEvent(accountTransferred, { subject: accountId, actor }, data);
}
