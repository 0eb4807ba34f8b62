import { nameKey } from '../../../../shared/domain/text.ts';
import { memberAdded } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent, commandRefused } from '../command-event.ts';

export function addMember(
  directory: Directory,
  input: CommandInput<{
    readonly memberId: string;
    readonly name: string;
    readonly chatId: string | null;
    readonly timeZone: string;
  }>,
): CommandEvent<typeof memberAdded> {
  const { memberId, name, chatId, timeZone, actor } = input;
  requireFreeName(directory, name, null);
  requireFreeChatId(directory, chatId, null);
  const data = {
    member_id: memberId,
    name,
    chat_id: chatId,
    chat_id_checked: true,
    time_zone: timeZone,
  } as const;
  return commandEvent(memberAdded, { subject: memberId, actor }, data);
}

export type AddMemberCommand = ReturnType<typeof addMember>;

/**
 * The fold checks the name again. But a rebuild after the erasure of the other member does not know
 * the name, and would grant the command.
 * @throws CommandRefused
 */
export function requireFreeName({ members }: Directory, name: string, exceptId: string | null): void {
  const wanted = nameKey(name);
  for (const member of members.values()) {
    if (member.active && member.id !== exceptId && nameKey(member.name) === wanted)
      throw commandRefused('name_taken');
  }
}

/** Like `requireFreeName`; null is always free. @throws CommandRefused */
export function requireFreeChatId(
  { members }: Directory,
  chatId: string | null,
  exceptId: string | null,
): void {
  if (chatId === null) return;
  for (const member of members.values()) {
    if (member.active && member.id !== exceptId && member.chatId === chatId)
      throw commandRefused('chat_id_taken');
  }
}
