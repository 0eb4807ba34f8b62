import { memberErased } from '../../../shared/events/types/member-erased.ts';
import type { Directory } from '../directory/directory.ts';
import { requireOtherAdmin } from './admin-change.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireMember } from './require-known.ts';

/** Erases an id under which a record stands in the log, though it is no member's: of somebody who was refused as one. */
export function refusedMemberErasure(memberId: string): CommandEvent<typeof memberErased> {
  const data = { member_id: memberId, even_last_admin: true } as const;
  return commandEvent(memberErased, { subject: 'hub', actor: 'hub' }, data);
}

/** Erases a member, active or not. Whoever carries it out then makes the records of the subject unreadable. */
export function memberErasure(
  directory: Directory,
  { memberId, actor }: Wish<{ readonly memberId: string }>,
): CommandEvent<typeof memberErased> {
  requireMember(directory, memberId);
  requireOtherAdmin(directory, memberId);
  return commandEvent(memberErased, { subject: 'hub', actor }, { member_id: memberId });
}
