import { memberErased } from '../../../shared/events/member-erased.ts';
import type { Directory } from '../directory/directory.ts';
import { requireOtherAdmin } from './admin-change.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireMember } from './require-known.ts';

/** Erases a member, active or not. Whoever carries it out then makes the records of the subject unreadable. */
export function memberErasure(
  directory: Directory,
  { memberId, actor }: Wish<{ readonly memberId: string }>,
): CommandEvent<typeof memberErased> {
  requireMember(directory, memberId);
  requireOtherAdmin(directory, memberId);
  return commandEvent(memberErased, { subject: 'hub', actor }, { member_id: memberId });
}
