import type { PlaceName } from './places.ts';

export interface CombatTask {
  readonly boss: string;
  readonly name: string;
  readonly tier: 'easy' | 'medium' | 'hard' | 'elite' | 'master' | 'grandmaster';
}

/** Combat achievements, each with its boss. */
export const combatTasks: readonly CombatTask[] = [
  { boss: 'Giant Mole', name: 'Giant Mole Champion', tier: 'medium' },
  { boss: 'Sarachnis', name: 'Sarachnis Novice', tier: 'medium' },
  { boss: 'King Black Dragon', name: 'King Black Dragon Champion', tier: 'medium' },
  { boss: 'Dagannoth Rex', name: 'Dagannoth Rex Champion', tier: 'hard' },
  { boss: 'Kraken', name: 'Ten-tacles', tier: 'elite' },
  { boss: 'Demonic gorilla', name: 'If Gorillas Could Fly', tier: 'hard' },
  { boss: 'Zulrah', name: 'Snake Rebound', tier: 'elite' },
  { boss: 'Zulrah', name: 'Zulrah Adept', tier: 'hard' },
  { boss: 'Vorkath', name: 'Zombie Destroyer', tier: 'hard' },
  { boss: 'Vorkath', name: 'Vorkath Master', tier: 'master' },
  { boss: 'General Graardor', name: 'Ourg Freezer', tier: 'hard' },
  { boss: "Kree'arra", name: "Kree'arra Adept", tier: 'hard' },
  { boss: 'Commander Zilyana', name: 'Reminisce', tier: 'elite' },
  { boss: "K'ril Tsutsaroth", name: 'Demonbane Weaponry', tier: 'elite' },
  { boss: 'Cerberus', name: 'Ghost Buster', tier: 'elite' },
  { boss: 'Alchemical Hydra', name: 'No Pressure', tier: 'grandmaster' },
];

export const pointsByTier: Readonly<Record<CombatTask['tier'], number>> = {
  easy: 1,
  medium: 2,
  hard: 3,
  elite: 4,
  master: 5,
  grandmaster: 6,
};

/** The achievement diary of each place with a diary. */
export const diaryByPlace: Readonly<Partial<Record<PlaceName, string>>> = {
  Lumbridge: 'Lumbridge & Draynor',
  'Draynor Village': 'Lumbridge & Draynor',
  'Al Kharid': 'Desert',
  Falador: 'Falador',
  'Grand Exchange': 'Varrock',
  Varrock: 'Varrock',
  'Varrock Sewers': 'Varrock',
  "Seers' Village": 'Kandarin',
  Catherby: 'Kandarin',
  Ardougne: 'Ardougne',
  'Slayer Tower top floor': 'Morytania',
  'Slayer Tower first floor': 'Morytania',
  'Wilderness dragons': 'Wilderness',
  'Karamja Dungeon': 'Karamja',
  'Fremennik Slayer Dungeon': 'Fremennik',
  "Zulrah's shrine": 'Western Provinces',
  'Lizardman Canyon': 'Kourend & Kebos',
};

export const diaryTiers = ['easy', 'medium', 'hard', 'elite'] as const;
