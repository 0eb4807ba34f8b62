import { memberLeft } from '../../../../shared/events/membership/members.ts';
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
