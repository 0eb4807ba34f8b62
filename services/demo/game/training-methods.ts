import type { ItemName } from './items.ts';
import type { PlaceName } from './places.ts';
import type { SkillName } from './skills.ts';
import type { MapTile } from './tile.ts';

/**
 * A way to train a skill: one action yields `xp` and takes `ticks` on average, at the rates of the
 * game.
 */
export interface TrainingMethod {
  readonly skill: SkillName;
  /** The level of the skill that it requires. */
  readonly level: number;
  readonly place: PlaceName;
  readonly xp: number;
  readonly ticks: number;
  /** The item that an action yields. */
  readonly product: ItemName | null;
  /** The course that the player repeats while training: over rooftops, or with a ship. */
  readonly course?: readonly MapTile[];
  readonly sailing?: boolean;
}

type Row = readonly [SkillName, number, PlaceName, number, number, ItemName | null];

const rows: readonly Row[] = [
  ['Woodcutting', 1, 'Lumbridge', 25, 6, null],
  ['Woodcutting', 30, 'Draynor Village', 67.5, 8, 'Willow logs'],
  ['Woodcutting', 60, "Seers' Village", 175, 24, 'Yew logs'],
  ['Woodcutting', 75, "Seers' Village", 250, 40, 'Magic logs'],
  ['Fishing', 1, 'Draynor Village', 10, 6, 'Raw shrimps'],
  ['Fishing', 30, 'Barbarian Village', 70, 8, 'Raw salmon'],
  ['Fishing', 40, 'Catherby', 90, 12, 'Raw lobster'],
  ['Fishing', 76, 'Fishing Guild', 110, 17, 'Raw shark'],
  ['Mining', 15, 'Varrock east mine', 35, 4, 'Iron ore'],
  ['Mining', 60, 'Mining Guild', 50, 7, 'Coal'],
  ['Cooking', 40, 'Catherby', 120, 4, 'Lobster'],
  ['Cooking', 80, 'Catherby', 210, 4, 'Shark'],
  ['Firemaking', 30, 'Grand Exchange', 90, 4, null],
  ['Firemaking', 60, 'Grand Exchange', 202.5, 4, null],
  ['Smithing', 35, 'Edgeville', 25.6, 10, 'Cannonball'],
  ['Smithing', 48, 'Varrock', 187.5, 5, null],
  ['Crafting', 20, 'Al Kharid', 50, 4, null],
  ['Crafting', 63, 'Grand Exchange', 186, 3, "Green d'hide body"],
  ['Fletching', 70, 'Grand Exchange', 75, 3, 'Yew longbow'],
  ['Herblore', 38, 'Grand Exchange', 87.5, 2, 'Prayer potion(4)'],
  ['Thieving', 1, 'Lumbridge', 8, 4, 'Coins'],
  ['Thieving', 38, 'Draynor Village', 43, 4, 'Ranarr seed'],
  ['Thieving', 55, 'Ardougne', 84.3, 3, 'Coins'],
  ['Runecraft', 27, 'Guardians of the Rift', 190, 20, 'Nature rune'],
  ['Farming', 32, 'Catherby', 30.5, 3, 'Grimy ranarr weed'],
  ['Hunter', 63, 'Feldip Hills', 265, 17, 'Red chinchompa'],
  ['Construction', 50, 'Falador', 280, 6, null],
  ['Prayer', 40, 'Chaos Temple', 252, 3, null],
  ['Magic', 55, 'Grand Exchange', 65, 5, 'Coins'],
];

const rooftop = (...tiles: readonly (readonly [number, number])[]): MapTile[] =>
  tiles.map(([x, y]) => ({ x, y, plane: 3 }));

const courses: readonly TrainingMethod[] = [
  {
    skill: 'Agility',
    level: 10,
    place: 'Draynor Village',
    xp: 120,
    ticks: 75,
    product: 'Mark of grace',
    course: rooftop(
      [3102, 3279],
      [3099, 3277],
      [3090, 3276],
      [3092, 3266],
      [3088, 3256],
      [3094, 3255],
      [3101, 3261],
    ),
  },
  {
    skill: 'Agility',
    level: 60,
    place: "Seers' Village",
    xp: 570,
    ticks: 74,
    product: 'Mark of grace',
    course: rooftop([2729, 3491], [2721, 3494], [2710, 3489], [2710, 3477], [2702, 3472], [2702, 3465]),
  },
  {
    skill: 'Sailing',
    level: 1,
    place: 'Port Sarim waters',
    xp: 24,
    ticks: 10,
    product: null,
    sailing: true,
    course: [
      [3051, 3150],
      [3010, 3120],
      [2980, 3060],
      [3051, 2966],
      [3110, 3040],
      [3090, 3140],
      [3051, 3190],
    ].map(([x = 0, y = 0]) => ({ x, y, plane: 0 })),
  },
];

export const trainingMethods: readonly TrainingMethod[] = [
  ...rows.map(([skill, level, place, xp, ticks, product]) => ({ skill, level, place, xp, ticks, product })),
  ...courses,
];
