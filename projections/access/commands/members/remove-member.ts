import { memberErased } from '../../../../shared/events/types/member-erased.ts';
import { memberLeft } from '../../../../shared/events/types/member-left.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireMember } from '../require-known.ts';
import { requireOtherAdmin } from './set-admin.ts';

/**
 * Records that a member left. The event contains no name and is sealed with the hub's key. So a
 * rebuild after the member's erasure still knows when the member left.
 */
export function removeMember(
  directory: Directory,
  input: CommandInput<{
    readonly memberId: string;
    /** Lets the last admin leave too, for a restore that repeats departures. */
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
 * Erases the id of a person whom the fold refused as a member. Otherwise a rebuild would add the
 * person after an erasure of the member with the same name or chat id.
 */
export function eraseRefusedMember(memberId: string): CommandEvent<typeof memberErased> {
  const data = { member_id: memberId, even_last_admin: true } as const;
  return commandEvent(memberErased, { subject: 'hub', actor: 'hub' }, data);
}

/**
 * An account that is erased with its owner, and the other ids that its records may name
 * (`otherIdsOf`).
 */
export interface AccountErasedWithMember {
  readonly accountId: string;
  readonly ids: readonly string[];
}

/**
 * Erases a member, active or not, with accounts that would have no owner. The caller then makes the
 * records of the member and of the accounts unreadable.
 */
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
