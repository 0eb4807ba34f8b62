import type { Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { chatIdHash } from '../../directory/chat-id-hash.ts';
import type { Directory } from '../../directory/directory.ts';
import type { AccessCommandEvent } from '../execute-command.ts';
import { changeMember } from '../members/change-member.ts';

/**
 * Removes chat ids that members had lost, because the person with the chat id can sign in as the
 * member. Runs after departures.
 */
export function restoreChatIds(
  directory: Directory,
  { chat_ids: chatIds }: Withdrawn,
  hubSecret: Uint8Array,
): AccessCommandEvent[] {
  return chatIds.flatMap(({ member: memberId, hash }) => {
    const member = directory.members.get(memberId);
    if (member === undefined || !member.active || member.chatId === null) return [];
    if (chatIdHash(hubSecret, member) === hash) return [];
    return changeMember(directory, { memberId, chatId: null, actor: 'hub' });
  });
}
