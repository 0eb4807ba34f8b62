import { memberErased } from '../../../../shared/events/types/member-erased.ts';
import { memberLeft } from '../../../../shared/events/types/member-left.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireMember } from '../require-known.ts';
import { requireOtherAdmin } from './set-admin.ts';

/**
 * The subject is the hub, so that a rebuild after the member's erasure knows when the member left.
 */
export function removeMember(
  directory: Directory,
  input: CommandInput<{
    readonly memberId: string;
    /** Lets the last admin leave too, in a restore. */
    readonly evenLastAdmin?: true;
  }>,
): CommandEvent<typeof memberLeft> {
  const { memberId, evenLastAdmin, actor } = input;
  requireMember(directory, memberId);
  if (!evenLastAdmin) requireOtherAdmin(directory, memberId);
  return commandEvent(
    memberLeft,
    { subject: 'hub', actor },
    {
      member_id: memberId,
      ...(evenLastAdmin && { even_last_admin: evenLastAdmin }),
    },
  );
}

/**
 * For a person whom the fold refused as a member. A rebuild would add the person after the erasure
 * of the member with the same name or chat id.
 */
export function eraseRefusedMember(memberId: string): CommandEvent<typeof memberErased> {
  const data = { member_id: memberId, even_last_admin: true } as const;
  return commandEvent(memberErased, { subject: 'hub', actor: 'hub' }, data);
}

/** `ids` are as in `eraseAccount`. */
export interface AccountErasedWithMember {
  readonly accountId: string;
  readonly ids: readonly string[];
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
    readonly accounts?: readonly AccountErasedWithMember[];
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
