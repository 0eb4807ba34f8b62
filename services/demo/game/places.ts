import type { MapTile } from './tile.ts';

/** Places of the game: towns on the roads of `roads.ts`, and places that players teleport to. */
const tiles = {
  // Towns and fields.
  Lumbridge: [3222, 3218, 0],
  'Lumbridge cow field': [3258, 3270, 0],
  'Lumbridge chicken farm': [3231, 3297, 0],
  'Goblin house': [3248, 3238, 0],
  'Al Kharid': [3276, 3176, 0],
  'Draynor Village': [3093, 3244, 0],
  'Port Sarim': [3029, 3217, 0],
  Falador: [2964, 3378, 0],
  'Barbarian Village': [3082, 3420, 0],
  Edgeville: [3094, 3493, 0],
  'Grand Exchange': [3165, 3487, 0],
  Varrock: [3213, 3424, 0],
  'Varrock east mine': [3285, 3365, 0],
  "Seers' Village": [2725, 3485, 0],
  Catherby: [2839, 3434, 0],
  'Fishing Guild': [2599, 3420, 0],
  Ardougne: [2662, 3305, 0],
  Canifis: [3494, 3484, 0],
  'Slayer Tower': [3429, 3533, 0],
  // Skilling spots off the roads.
  'Mining Guild': [3046, 9738, 0],
  'Feldip Hills': [2556, 2915, 0],
  'Guardians of the Rift': [3615, 9484, 0],
  'Chaos Temple': [2949, 3821, 0],
  'Port Sarim waters': [3051, 3190, 0],
  // Monsters.
  'Edgeville Dungeon': [3114, 9836, 0],
  'Varrock Sewers': [3160, 9904, 0],
  'Karamja Dungeon': [2837, 9557, 0],
  'Stronghold Slayer Cave': [2403, 9775, 0],
  'Wilderness dragons': [2978, 3617, 0],
  'Taverley Dungeon': [2902, 9801, 0],
  'Taverley demons': [2860, 9773, 0],
  'Smoke Dungeon': [3223, 9363, 0],
  'Slayer Tower first floor': [3421, 3559, 1],
  'Slayer Tower top floor': [3421, 3567, 2],
  'Fremennik Slayer Dungeon': [2697, 9999, 0],
  "Mos Le'Harmless Cave": [3747, 9374, 0],
  'Asgarnian Ice Dungeon': [3055, 9552, 0],
  'Lizardman Canyon': [1420, 3715, 0],
  'Crash Site Cavern': [2105, 5647, 0],
  "Jormungand's Prison": [2426, 10415, 0],
  'Waterbirth Island Dungeon': [2916, 4449, 0],
  'Kraken Cove': [2280, 10034, 0],
  'Karuulm Slayer Dungeon': [1364, 10265, 0],
  "Cerberus' Lair": [1240, 1251, 0],
  'Giant Mole lair': [1760, 5185, 0],
  'Forthos Dungeon': [1842, 9900, 0],
  "King Black Dragon's lair": [2274, 4698, 0],
  "Zulrah's shrine": [2268, 3070, 0],
  Ungael: [2272, 4065, 0],
  "Bandos' Stronghold": [2870, 5361, 2],
  "Armadyl's Eyrie": [2832, 5302, 2],
  "Saradomin's Encampment": [2897, 5267, 0],
  "Zamorak's Fortress": [2925, 5325, 2],
  "Corporeal Beast's lair": [2990, 4380, 2],
} as const satisfies Record<string, readonly [number, number, number]>;

export type PlaceName = keyof typeof tiles;

export function placeTile(name: PlaceName): MapTile {
  const [x, y, plane] = tiles[name];
  return { x, y, plane };
}
