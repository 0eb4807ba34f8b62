import type { MessageKind } from '../../plugin-adapter.ts';

export const dinkMessageKinds: readonly MessageKind[] = [
  { kind: 'LOGIN', title: 'Login' },
  { kind: 'LOGOUT', title: 'Logout' },
  { kind: 'LOOT', title: 'Loot' },
  { kind: 'DEATH', title: 'Death' },
  { kind: 'LEVEL', title: 'Level' },
  { kind: 'COLLECTION', title: 'Collection log' },
  { kind: 'ACHIEVEMENT_DIARY', title: 'Achievement diary' },
  { kind: 'COMBAT_ACHIEVEMENT', title: 'Combat task' },
  { kind: 'PET', title: 'Pet' },
  { kind: 'QUEST', title: 'Quest' },
  { kind: 'CLUE', title: 'Clue' },
  { kind: 'SLAYER', title: 'Slayer' },
  { kind: 'KILL_COUNT', title: 'Kill count' },
  { kind: 'SPEEDRUN', title: 'Speedrun' },
  { kind: 'BARBARIAN_ASSAULT_GAMBLE', title: 'Barbarian Assault gamble' },
  { kind: 'PLAYER_KILL', title: 'Player kill' },
  { kind: 'CHAT', title: 'Superior monster' },
];
