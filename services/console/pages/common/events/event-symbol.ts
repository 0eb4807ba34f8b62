/** A map, because a plugin may send any type, even `constructor`. */
const symbols: ReadonlyMap<string, string> = new Map([
  ['loot', '◆'],
  ['pk_loot', '⚔'],
  ['death', '✕'],
  ['level_up', '▲'],
  ['collection_log', '✦'],
  ['superior_spawn', '!'],
  ['achievement_diary', '✓'],
  ['combat_task', '✓'],
  ['KILL_COUNT', '#'],
  ['PLAYER_KILL', '⚔'],
  ['CLUE', '◆'],
  ['PET', '✦'],
  ['QUEST', '✓'],
  ['SLAYER', '✓'],
  ['LEAGUES_TASK', '✓'],
  ['XP_MILESTONE', '▲'],
]);

export function eventSymbol(type: string): string {
  return symbols.get(type) ?? '•';
}
