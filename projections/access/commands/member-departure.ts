import { memberLeft } from '../../../shared/events/types/member-left.ts';
import type { Directory } from '../directory/directory.ts';
import { requireOtherAdmin } from './admin-change.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireMember } from './require-known.ts';

/**
 * A member left. It names nobody and is sealed with the hub's key, so that it stays readable: a rebuild after an erasure
 * needs to know when they left.
 */
export function memberDeparture(
  directory: Directory,
  wish: Wish<{
    readonly memberId: string;
    /** For a restore, which repeats a departure that the restored log lacks, also of the last admin. */
    readonly evenLastAdmin?: true;
  }>,
): CommandEvent<typeof memberLeft> {
  const { memberId, evenLastAdmin, actor } = wish;
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
