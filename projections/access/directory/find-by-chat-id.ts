import type { Member } from '../model/entities.ts';
import type { Directory } from './directory.ts';

type Members = Directory['members'];

const byChatId = new WeakMap<Members, ReadonlyMap<string, Member | null>>();

/**
 * The only active member with this chat id. Null also when two members have the chat id from an
 * earlier release.
 */
export function findByChatId({ members }: Pick<Directory, 'members'>, chatId: string): Member | null {
  const known = byChatId.get(members) ?? indexOf(members);
  byChatId.set(members, known);
  return known.get(chatId) ?? null;
}

function indexOf(members: Members): ReadonlyMap<string, Member | null> {
  const index = new Map<string, Member | null>();
  for (const member of members.values()) {
    if (!member.active || member.chatId === null) continue;
    index.set(member.chatId, index.has(member.chatId) ? null : member);
  }
  return index;
}
