import { cutText, membersOf, outerCutsOf } from '../../../../shared/json-text.ts';

/** Who sent a message, and how Discord is to show it (decisions.md, Event `data`). */
const senderKeys = new Set(['playerName', 'accountType', 'embeds']);

/** A message as it is passed through: JSON text, as sent but for who sent it. @param text without what is never stored */
export function messageText(text: string): string {
  return cutText(text, outerCutsOf(text, senderKeys));
}

/** A message as it is passed through with one of its levels only: null for none, as the combat level is beside them. */
export function levelTexts(message: string): (skill: string | null) => string {
  const extra = membersOf(message).findLast(({ key }) => key === 'extra');
  const levels =
    extra && membersOf(message, extra.value.start).findLast(({ key }) => key === 'levelledSkills');
  if (levels === undefined) return () => message;
  const { start, end } = levels.value;
  const [before, after] = [message.slice(0, start), message.slice(end)];
  const texts = new Map<string | null, string>(
    membersOf(message, start).map((member) => [member.key, message.slice(member.start, member.end)]),
  );
  return (skill) => `${before}{${texts.get(skill) ?? ''}}${after}`;
}
