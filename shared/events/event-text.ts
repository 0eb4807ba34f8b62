import { cutsOf, cutText } from '../json-text.ts';

/**
 * Field names of a plugin's event that are never stored (rules/visibility.md#event-data). Three
 * identify a person or an account across hubs. `__proto__` is dangerous for code that copies
 * objects.
 */
const neverStored = new Set(['accountHash', 'dinkAccountHash', 'discordUser', '__proto__']);
/**
 * Finds a field name of `neverStored`, or a field name with escapes. Most events have neither, and
 * are not parsed.
 */
const mayHaveThem = /ccountHash|discordUser|__proto__|\\u/;

/**
 * The data of a game event stays in the log for ever, so it is limited
 * (rules/visibility.md#event-data).
 */
export const eventDataBytesMax = 16 * 1_024;

/** A plugin's event, as JSON text, without the fields of `neverStored`. */
export function storableEventText(text: string): string {
  if (!mayHaveThem.test(text)) return text;
  const cuts = cutsOf(text, neverStored);
  return cuts.length === 0 ? text : cutText(text, cuts);
}

/** The plugin's names for types that have another name in the hub. */
const pluginTypes: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  pk_loot: 'pkLoot',
  level_up: 'levelUp',
  collection_log: 'collectionLog',
  superior_spawn: 'superiorSpawn',
  achievement_diary: 'achievementDiary',
  combat_task: 'combatTask',
});

/**
 * The plugin's event, as far as it is known, for an event with only the plugin's `data`. The plugin
 * sends level-ups in a list, so `data` of a level-up becomes a list again.
 */
export function eventTextOfData(type: string, data: string): string {
  const word = JSON.stringify(pluginTypes[type] ?? type);
  return `{"type":${word},"data":${type === 'level_up' ? `[${data}]` : data}}`;
}
