import { onceFor } from '../../../shared/collections/once-for.ts';
import type { Member } from '../model/entities.ts';
import type { Directory } from './directory.ts';

/**
 * The only active member with this chat id. Null also when two members have the chat id from an
 * earlier release.
 */
export function findByChatId({ members }: Pick<Directory, 'members'>, chatId: string): Member | null {
  return byChatId(members).get(chatId) ?? null;
}

const byChatId = onceFor((members: Directory['members']) => {
  const index = new Map<string, Member | null>();
  for (const member of members.values()) {
    if (!member.active || member.chatId === null) continue;
    index.set(member.chatId, index.has(member.chatId) ? null : member);
  }
  return index;
});
