import { memberLeft } from '../../../shared/events/member-left.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireMember } from './require-known.ts';

/**
 * A member left. It names nobody and is closed with the hub's key, so that it stays readable: a rebuild after an erasure
 * needs to know when they left.
 */
export function memberDeparture(
  directory: Directory,
  { memberId, actor }: Wish<{ readonly memberId: string }>,
): CommandEvent<typeof memberLeft> {
  requireMember(directory, memberId);
  return commandEvent(memberLeft, { subject: 'hub', actor }, { member_id: memberId });
}
