import { randomUUID } from 'node:crypto';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { addMember } from '../../../projections/access/commands/members/add-member.ts';
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
import { newcomerTimeZone } from '../../operations/members/newcomer-time-zone.ts';
import type { GuildMember } from './discord-client.ts';

const namesMax = 99;
const triesMax = 3;

/**
 * Names do not identify anybody, only the chat id does.
 * @returns `member_left` for a member who left: an admin has to add them again
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
      timeZone: newcomerTimeZone(directory, 'hub'),
      actor: 'hub',
    } as const;
    try {
      await admitMember(hub, addMember(directory, addition));
      return { memberId };
    } catch (error) {
      // Another browser of the same person, or another member, was faster.
      if (!isTaken(error) || tries === triesMax) throw error;
    }
  }
}

/** Former members count too. */
function hasChatId({ members }: Directory, chatId: string): boolean {
  return [...members.values()].some((member) => member.chatId === chatId);
}

/**
 * One plain line, with a number when the name is taken: a person with a refused name could not sign
 * in.
 */
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

/** Counts UTF-16 units, and does not cut a character in half. */
function cutTo(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
