import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { isJsonObject } from '../../../../shared/domain/json-object.ts';
import { type GameEventDetails, valueGpMax } from '../../../../shared/events/types/game-event-recorded.ts';
import { boundedEventData, eventLevelMax } from '../../reading/bound-event-data.ts';
import { readNumber, readWords, type SentTime } from '../../reading/read-fields.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';
import { levelTexts, messageText } from './event-data-texts.ts';
import type { DinkEvent } from './message.ts';
import { readStacks } from './read-stacks.ts';
import { type ShownMessage, withShownMessage } from './shown-message.ts';

type DetailsOf = (extra: JsonObject, skip: SkipCounter) => Partial<GameEventDetails>;

/** Far above the levels that can rise at once. */
const levelsMax = 50;
const superiorLine = 'A superior foe has appeared...';

/** Without `extra` these types have no event. */
const renamedTypes = new Map<string, { readonly type: string; readonly details: DetailsOf }>([
  ['LOOT', { type: 'loot', details: lootDetails }],
  ['DEATH', { type: 'death', details: deathDetails }],
  ['COLLECTION', { type: 'collection_log', details: collectionDetails }],
  [
    'ACHIEVEMENT_DIARY',
    { type: 'achievement_diary', details: ({ difficulty }) => ({ tier: readWords(difficulty) }) },
  ],
  [
    'COMBAT_ACHIEVEMENT',
    {
      type: 'combat_task',
      details: ({ tier, taskPoints }) => ({ tier: readWords(tier), points: readNumber(taskPoints) }),
    },
  ],
  ['CHAT', { type: 'superior_spawn', details: () => ({}) }],
]);

const detailsOfOtherTypes = new Map<string, DetailsOf>([
  ['CLUE', ({ clueType, items }, skip) => ({ ...stackDetails(items, skip), tier: readWords(clueType) })],
  ['BARBARIAN_ASSAULT_GAMBLE', ({ items }, skip) => stackDetails(items, skip)],
  ['PLAYER_KILL', killDetails],
  ['SLAYER', ({ slayerPoints }) => ({ points: countInWords(slayerPoints) })],
  [
    'LEAGUES_TASK',
    ({ difficulty, taskPoints }) => ({ tier: readWords(difficulty), points: readNumber(taskPoints) }),
  ],
]);

/** About a group, other players or a trade, or a repetition (plugin-protocols.md 2). */
const ignoredTypes = new Set([
  'TRADE',
  'GRAND_EXCHANGE',
  'GROUP_STORAGE',
  'GROUP_BANK_CONTENTS',
  'TOA_UNIQUE',
]);

/** The only chat line that counts is the game's line about a superior. */
export function isIgnored(type: string, extra: unknown): boolean {
  return ignoredTypes.has(type) || (type === 'CHAT' && !isSuperiorLine(extra));
}

/** A line with a source was said by a player, so it is not the game's line. */
function isSuperiorLine(extra: unknown): boolean {
  if (!isJsonObject(extra) || typeof extra.message !== 'string') return false;
  const isSaidByPlayer = typeof extra.source === 'string' && extra.source.trim() !== '';
  return !isSaidByPlayer && extra.message.trim() === superiorLine;
}

/** Without values that are never stored. */
export interface MessageContent {
  readonly type: string;
  readonly extra: unknown;
  readonly text: string;
  readonly sentAt: SentTime | null;
  readonly shown: ShownMessage | null;
}

/** See plugin-protocols.md 2. */
export function readDinkEvents(content: MessageContent, skip: SkipCounter): DinkEvent[] {
  const { type, text } = content;
  if (type === 'LOGIN' || type === 'LOGOUT') return [];
  const renamed = renamedTypes.get(type);
  const extra = asObject(content.extra);
  if ((renamed !== undefined || type === 'LEVEL') && extra === null) {
    skip('event');
    return [];
  }
  if (type === 'LEVEL') return levelEvents(extra ?? {}, content, skip);
  const details = renamed?.details ?? detailsOfOtherTypes.get(type);
  return [
    {
      type: isPlayerLoot(type, extra) ? 'pk_loot' : (renamed?.type ?? type),
      details: details?.(extra ?? {}, skip) ?? {},
      data: boundedEventData(withShownMessage(messageText(text), content.shown), noteOf(content)),
      skill: null,
    },
  ];
}

function noteOf({ type, sentAt }: MessageContent) {
  return { type, eventId: null, timestamp: sentAt?.at ?? null };
}

/** Loot of a killed player comes directly, or from the chest that collects it. */
function isPlayerLoot(type: string, extra: JsonObject | null): boolean {
  return type === 'LOOT' && (extra?.category === 'PLAYER' || extra?.source === 'Loot Chest');
}

function levelEvents(
  { levelledSkills, combatLevel }: JsonObject,
  content: MessageContent,
  skip: SkipCounter,
): DinkEvent[] {
  const textWith = levelTexts(messageText(content.text));
  const dataOf = (skill: string | null) => boundedEventData(textWith(skill), noteOf(content));
  const levels: [string, unknown][] = isJsonObject(levelledSkills) ? Object.entries(levelledSkills) : [];
  const events = levels
    .slice(0, levelsMax)
    .map(([name, level]) => levelEvent(name, level, () => dataOf(name)))
    .filter((event) => event !== null);
  skip('event', levels.length - events.length);
  if (!isJsonObject(combatLevel) || combatLevel.increased !== true) return events;
  const combat = levelEvent('Combat', combatLevel.value, () => dataOf(null));
  if (combat === null) skip('event');
  return combat === null ? events : [...events, combat];
}

function levelEvent(name: string, value: unknown, data: () => string): DinkEvent | null {
  const level = integerWithinOrNull(value, 1, eventLevelMax);
  const skill = readWords(name);
  if (level === null || skill === null) return null;
  return { type: 'level_up', details: { skill, level }, data: data(), skill };
}

function lootDetails({ items, npcId }: JsonObject, skip: SkipCounter): Partial<GameEventDetails> {
  return { ...stackDetails(items, skip), npc_id: readNumber(npcId) };
}

function deathDetails({ valueLost, lostItems, killerNpcId }: JsonObject, skip: SkipCounter) {
  return {
    value_gp: amount(valueLost, skip),
    item_id: readStacks(lostItems, skip)?.mostValuableId ?? null,
    npc_id: readNumber(killerNpcId),
  };
}

function collectionDetails({ itemId, price }: JsonObject, skip: SkipCounter): Partial<GameEventDetails> {
  return { item_id: readNumber(itemId), value_gp: amount(price, skip) };
}

function killDetails({ victimEquipment }: JsonObject, skip: SkipCounter): Partial<GameEventDetails> {
  if (!isJsonObject(victimEquipment)) return {};
  return { value_gp: amount(readStacks(Object.values(victimEquipment), skip)?.value, skip) };
}

function stackDetails(items: unknown, skip: SkipCounter): Partial<GameEventDetails> {
  const stacks = readStacks(items, skip);
  return { value_gp: amount(stacks?.value, skip), item_id: stacks?.mostValuableId ?? null };
}

/** Gp. An amount above `valueGpMax` is left out and counted (rules/input.md#values). */
function amount(value: unknown, skip: SkipCounter): number | null {
  return readOptional(value, 'value', skip, (gp) => integerWithinOrNull(gp, 0, valueGpMax));
}

/** Dink sends such numbers as the game writes them: `"1,204"`. */
function countInWords(value: unknown): number | null {
  const digits = typeof value === 'string' ? value.replaceAll(',', '').trim() : '';
  return /^\d{1,10}$/.test(digits) ? readNumber(Number(digits)) : readNumber(value);
}
