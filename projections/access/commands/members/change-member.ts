import type { DefaultSharing } from '../../../../shared/domain/category.ts';
import { memberChanged } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireActiveMember } from '../require-known.ts';
import { requireFreeChatId, requireFreeName } from './add-member.ts';

/** Fields that are not given stay. */
export function changeMember(
  directory: Directory,
  input: CommandInput<{
    readonly memberId: string;
    readonly name?: string | undefined;
    /** Null removes the chat id. */
    readonly chatId?: string | null | undefined;
    readonly timeZone?: string | undefined;
    readonly defaultSharing?: DefaultSharing | undefined;
  }>,
): CommandEvent<typeof memberChanged> {
  const { memberId, name, chatId, timeZone, defaultSharing, actor } = input;
  requireActiveMember(directory, memberId);
  if (name !== undefined) requireFreeName(directory, name, memberId);
  if (chatId !== undefined) requireFreeChatId(directory, chatId, memberId);
  const data = {
    member_id: memberId,
    ...(name === undefined ? {} : { name }),
    ...(chatId === undefined ? {} : { chat_id: chatId, chat_id_checked: true as const }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(defaultSharing === undefined ? {} : { default_sharing: defaultSharing }),
  };
  return commandEvent(memberChanged, { subject: memberId, actor }, data);
}
