import { randomUUID } from 'node:crypto';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { memberAddition } from '../../../projections/access/commands/member-addition.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { findByChatId } from '../../../projections/access/directory/find-by-chat-id.ts';
import {
  asPlainLine,
  nameKey,
  nameLengthMax,
  storableText,
  textLengthMax,
} from '../../../shared/domain/text.ts';
import { type AdmittingHub, admitMember, isTaken } from '../../operations/members/admit-member.ts';
import type { GuildMember } from './discord-client.ts';

/** Names that are tried, and how often somebody else may take one meanwhile. */
const namesMax = 99;
const triesMax = 3;

/**
 * The member with this chat id, who is made when there is none. Nobody is known by their name.
 * @returns `member_left` for the chat id of somebody who left: an admin adds them again
 */
export async function findOrAddMember(
  hub: AdmittingHub,
  { chatId, name }: Pick<GuildMember, 'chatId' | 'name'>,
): Promise<{ readonly memberId: string } | 'member_left'> {
  for (let tries = 1; ; tries += 1) {
    const directory = await readCurrent(hub);
    const known = findByChatId(directory, chatId);
    if (known !== null) return { memberId: known.id };
    if (hasChatId(directory, chatId)) return 'member_left';
    const memberId = randomUUID();
    const addition = {
      memberId,
      name: findFreeName(directory, name),
      chatId,
      timeZone: 'UTC',
      actor: 'hub',
    } as const;
    try {
      await admitMember(hub, memberAddition(directory, addition));
      return { memberId };
    } catch (error) {
      // Another browser of theirs, or another member, was faster.
      if (!isTaken(error) || tries === triesMax) throw error;
    }
  }
}

/** Whether anybody has or ever had this chat id, and was not erased. */
function hasChatId({ members }: Directory, chatId: string): boolean {
  return [...members.values()].some((member) => member.chatId === chatId);
}

/** The name as one plain line, or with a number behind it: whoever has a name that is refused could not sign in. */
export function findFreeName({ members }: Directory, wanted: string): string {
  const taken = new Set([...members.values()].flatMap(({ active, name }) => (active ? [nameKey(name)] : [])));
  const base = asPlainLine(storableText(wanted, textLengthMax)).trim() || 'Member';
  for (let number = 1; number <= namesMax; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = cutTo(base, nameLengthMax - suffix.length).trim() + suffix;
    if (!taken.has(nameKey(name))) return name;
  }
  return `Member ${randomUUID().slice(0, 8)}`;
}

/** The first UTF-16 units of a text, one fewer where a character would be cut in half: no event may have a half. */
function cutTo(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
