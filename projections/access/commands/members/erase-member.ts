import { memberErased } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireMember } from '../require-known.ts';
import { requireOtherAdmin } from './set-admin.ts';

/**
 * For a person whom the fold refused as a member. A rebuild would add the person after the erasure
 * of the member with the same name or chat id.
 */
export function eraseRefusedMember(memberId: string): CommandEvent<typeof memberErased> {
  const data = { member_id: memberId, even_last_admin: true } as const;
  return commandEvent(memberErased, { subject: 'hub', actor: 'hub' }, data);
}

/** The caller then makes the records of the member and of the accounts unreadable. */
export function eraseMember(
  directory: Directory,
  {
    memberId,
    accounts = [],
    actor,
  }: CommandInput<{
    readonly memberId: string;
    /** `ids` are as in `eraseAccount`. */
    readonly accounts?: readonly { readonly accountId: string; readonly ids: readonly string[] }[];
  }>,
): CommandEvent<typeof memberErased> {
  requireMember(directory, memberId);
  requireOtherAdmin(directory, memberId);
  const erased = accounts.map(({ accountId, ids }) => ({ account_id: accountId, ids: [...ids] }));
  return commandEvent(
    memberErased,
    { subject: 'hub', actor },
    { member_id: memberId, ...(erased.length > 0 && { accounts: erased }) },
  );
}
