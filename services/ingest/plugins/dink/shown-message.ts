import { storableText } from '../../../../shared/domain/text.ts';
import { membersOf, withMember } from '../../../../shared/json-text.ts';
import { withoutMentions } from '../../reading/discord-text.ts';
import { asObject, asString, type JsonObject } from '../../reading/read-value.ts';

export interface ShownMessage {
  readonly title: string | null;
  readonly text: string | null;
}

const titleLengthMax = 256;
/** The feed shows title and text: together at most 1,024 characters. */
const textLengthMax = 768;

/**
 * Types whose content the hub knows. Other messages have their text in the embed only: Dink does
 * not serialise `NotificationBody.text` and `ExternalNotificationData.fields`.
 */
const knownTypes = new Set([
  ...['CLUE', 'COLLECTION', 'DEATH', 'LEVEL', 'LOOT', 'PET', 'QUEST', 'SLAYER', 'SPEEDRUN', 'KILL_COUNT'],
  ...['COMBAT_ACHIEVEMENT', 'ACHIEVEMENT_DIARY', 'BARBARIAN_ASSAULT_GAMBLE', 'PLAYER_KILL', 'LEAGUES_AREA'],
  ...['LEAGUES_MASTERY', 'LEAGUES_RELIC', 'LEAGUES_TASK', 'LOGIN', 'LOGOUT', 'CHAT', 'XP_MILESTONE'],
]);

/** Null for a known type, and for a message without title and text. */
export function readShownMessage(type: string, { embeds, content }: JsonObject): ShownMessage | null {
  if (knownTypes.has(type)) return null;
  const embed = asObject(Array.isArray(embeds) ? embeds[0] : null);
  const title = shownText(embed?.title, titleLengthMax);
  const text = shownText(embed?.description, textLengthMax) ?? shownText(content, textLengthMax);
  return title === null && text === null ? null : { title, text };
}

function shownText(value: unknown, lengthMax: number): string | null {
  const text = withoutMentions(asString(value) ?? '').trim();
  return text === '' ? null : storableText(text, lengthMax);
}

/** Adds the field `shown`, unless the message has such a field. */
export function withShownMessage(text: string, shown: ShownMessage | null): string {
  if (shown === null || membersOf(text).some(({ key }) => key === 'shown')) return text;
  return withMember(text, 'shown', shown);
}
