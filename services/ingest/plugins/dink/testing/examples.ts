import { fixtureExamples, type PluginExamples } from '../../../testing/plugin-examples.ts';
import { dink } from '../adapter.ts';

export const examples: PluginExamples = {
  plugin: dink,
  fixtures: 'dink-',
  messages: [
    ...fixtureExamples('dink-', [
      ['LOOT', 'loot-npc'],
      ['LOOT of a raid', 'loot-event-raid'],
      ['LOOT of pickpocketing', 'loot-pickpocket'],
      ['LOOT of a killed player', 'loot-player-pk'],
      ['LOOT with neither footer nor embed', 'loot-plain-content'],
      ['DEATH', 'death-npc'],
      ['DEATH in a fight with a player', 'death-pvp'],
      ['DEATH without an opponent', 'death-other'],
      ['LEVEL', 'level-single'],
      ['LEVEL of several skills', 'level-multi-virtual'],
      ['LEVEL with the combat level', 'level-combat'],
      ['LEVEL at 200M xp', 'level-max-xp'],
      ['COLLECTION', 'collection'],
      ['COLLECTION without counters', 'collection-minimal'],
      ['ACHIEVEMENT_DIARY', 'achievement-diary'],
      ['COMBAT_ACHIEVEMENT', 'combat-achievement'],
      ['COMBAT_ACHIEVEMENT that unlocks a tier', 'combat-achievement-tier-unlock'],
      ['CHAT about a superior monster', 'chat-superior'],
      ['QUEST', 'quest'],
      ['CLUE', 'clue'],
      ['PET', 'pet'],
      ['SLAYER', 'slayer'],
      ['KILL_COUNT', 'kill-count'],
      ['PLAYER_KILL', 'player-kill'],
      ['SPEEDRUN', 'speedrun'],
      ['BARBARIAN_ASSAULT_GAMBLE', 'barbarian-assault-gamble'],
      ['XP_MILESTONE', 'xp-milestone'],
      ['LEAGUES_AREA', 'leagues-area'],
      ['LEAGUES_MASTERY', 'leagues-mastery'],
      ['LEAGUES_RELIC', 'leagues-relic'],
      ['LEAGUES_TASK', 'leagues-task'],
      ['EXTERNAL_PLUGIN', 'external-plugin'],
      ['LOGIN', 'login'],
      ['LOGOUT', 'logout'],
      ['TRADE', 'trade'],
      ['GRAND_EXCHANGE', 'grand-exchange'],
      ['GROUP_STORAGE', 'group-storage'],
      ['GROUP_BANK_CONTENTS', 'group-bank-contents'],
      ['TOA_UNIQUE', 'toa-unique'],
    ]),
    { message: 'CHAT that is not about a superior monster', body: otherOf('CHAT') },
    { message: 'a type that the hub does not know', body: otherOf('TILE_RACE') },
  ],
};

function otherOf(type: string): string {
  return JSON.stringify({
    type,
    playerName: 'Quillon Fen',
    extra: { message: 'gz' },
    embeds: [{ description: 'Quillon Fen rolled a six', timestamp: '2026-09-14T18:22:06Z' }],
  });
}
