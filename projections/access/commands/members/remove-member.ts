import { memberErased } from '../../../../shared/events/types/member-erased.ts';
import { memberLeft } from '../../../../shared/events/types/member-left.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireMember } from '../require-known.ts';
import { requireOtherAdmin } from './set-admin.ts';

/**
 * A member left. The event names nobody and is sealed with the hub's key, so that it stays
 * readable. A rebuild after an erasure needs to know when they left.
 */
export function removeMember(
  directory: Directory,
  input: CommandInput<{
    readonly memberId: string;
    /**
     * For a restore, which repeats a departure that the restored log lacks, also of the last admin.
     */
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
 * Erases an id under which a record stands in the log, though it is no member's: of somebody who
 * was refused as one.
 */
export function eraseRefusedMember(memberId: string): CommandEvent<typeof memberErased> {
  const data = { member_id: memberId, even_last_admin: true } as const;
  return commandEvent(memberErased, { subject: 'hub', actor: 'hub' }, data);
}

/**
 * An account that is erased with its owner, and the other ids that its records may stand under
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
