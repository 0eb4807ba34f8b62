import { cutsOf, cutText } from '../json-text.ts';

/**
 * Keys of a plugin's event that are never stored: three name a person or an account across hubs, and one is a trap for
 * whoever copies objects (decisions.md, Event `data`).
 */
const neverStored = new Set(['accountHash', 'dinkAccountHash', 'discordUser', '__proto__']);
/** Finds a key of `neverStored`, or one that is written with escapes. Most events have none, and need no closer look. */
const mayHaveThem = /ccountHash|discordUser|__proto__|\\u/;

/** A plugin's event, which is JSON text, without what is never stored. */
export function storableEventText(text: string): string {
  if (!mayHaveThem.test(text)) return text;
  const cuts = cutsOf(text, neverStored);
  return cuts.length === 0 ? text : cutText(text, cuts);
}

/** What the plugin calls the types that the hub has words of its own for. */
const pluginTypes: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  pk_loot: 'pkLoot',
  level_up: 'levelUp',
  collection_log: 'collectionLog',
  superior_spawn: 'superiorSpawn',
  achievement_diary: 'achievementDiary',
  combat_task: 'combatTask',
});

/**
 * An event of which only the plugin's `data` was kept, in the form of the plugin's own event, as far as it is known. A
 * level-up was an element of a list.
 */
export function eventTextOfData(type: string, data: string): string {
  const word = JSON.stringify(pluginTypes[type] ?? type);
  return `{"type":${word},"data":${type === 'level_up' ? `[${data}]` : data}}`;
}
