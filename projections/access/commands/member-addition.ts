import { nameKey } from '../../../shared/domain/text.ts';
import { memberAdded } from '../../../shared/events/member-added.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { refused } from './command-refused.ts';

/** Adds a member under a new id. */
export function memberAddition(
  directory: Directory,
  wish: Wish<{
    readonly memberId: string;
    readonly name: string;
    readonly chatId: string | null;
    readonly timeZone: string;
  }>,
): CommandEvent<typeof memberAdded> {
  const { memberId, name, chatId, timeZone, actor } = wish;
  requireFreeName(directory, name, null);
  const data = { member_id: memberId, name, chat_id: chatId, time_zone: timeZone };
  return commandEvent(memberAdded, { subject: memberId, actor }, data);
}

/**
 * The fold decides, but a name that is taken must not even be asked for: once the member who has it is erased, a rebuild
 * no longer knows the name, and would grant what was refused.
 * @throws CommandRefused
 */
export function requireFreeName({ members }: Directory, name: string, exceptId: string | null): void {
  const wanted = nameKey(name);
  for (const member of members.values()) {
    if (member.active && member.id !== exceptId && nameKey(member.name) === wanted)
      throw refused('name_taken');
  }
}
