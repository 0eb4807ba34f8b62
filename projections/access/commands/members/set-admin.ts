import { adminChanged } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent, commandRefused } from '../command-event.ts';
import { requireActiveMember } from '../require-known.ts';

export function setAdmin(
  directory: Directory,
  { memberId, admin, actor }: CommandInput<{ readonly memberId: string; readonly admin: boolean }>,
): CommandEvent<typeof adminChanged> {
  requireActiveMember(directory, memberId);
  if (!admin) requireOtherAdmin(directory, memberId);
  return commandEvent(adminChanged, { subject: 'hub', actor }, { member_id: memberId, admin });
}

/** The same append adds the member, so the directory does not know the member yet. */
export function setFirstAdmin(
  _directory: Directory,
  { memberId, actor }: CommandInput<{ readonly memberId: string }>,
): CommandEvent<typeof adminChanged> {
  return commandEvent(adminChanged, { subject: 'hub', actor }, { member_id: memberId, admin: true });
}

/** The admins who can sign in. */
export function activeAdmins({ admins, members }: Directory): string[] {
  return [...admins].filter((id) => members.get(id)?.active === true);
}

/** @throws CommandRefused when the member is the last active admin */
export function requireOtherAdmin(directory: Directory, memberId: string): void {
  const active = activeAdmins(directory);
  if (active.length === 1 && active[0] === memberId) throw commandRefused('last_admin');
}
