import { cutText, membersOf, outerCutsOf } from '../../../../shared/json-text.ts';

/** The sender, and the layout for Discord (rules/visibility.md#event-data). */
const senderKeys = new Set(['playerName', 'accountType', 'embeds']);

/**
 * JSON text as sent, without its sender.
 * @param text without values that are never stored
 */
export function messageText(text: string): string {
  return cutText(text, outerCutsOf(text, senderKeys));
}

/** The message with only this level; without a level for null. */
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
