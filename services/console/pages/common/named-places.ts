import { wildernessLevel } from './wilderness.ts';

/** The kind of a place decides at which zoom its name appears. */
type PlaceKind = 'city' | 'area' | 'town' | 'spot' | 'boss';

export interface NamedPlace {
  readonly name: string;
  readonly kind: PlaceKind;
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

type Tile = Omit<NamedPlace, 'name' | 'kind'>;

// biome-ignore format: one place per line
const rows: readonly (readonly [string, PlaceKind, number, number, number?])[] = [
  ['Lumbridge', 'city', 3222, 3218],
  ['Varrock', 'city', 3213, 3424],
  ['Falador', 'city', 2964, 3378],
  ['Al Kharid', 'city', 3293, 3174],
  ['Ardougne', 'city', 2662, 3305],
  ['Yanille', 'city', 2606, 3093],
  ['Rellekka', 'city', 2660, 3657],
  ['Canifis', 'city', 3494, 3484],
  ['Great Kourend', 'city', 1640, 3673],
  ['Civitas illa Fortis', 'city', 1680, 3140],
  ['Edgeville', 'town', 3094, 3493],
  ['Draynor Village', 'town', 3093, 3244],
  ['Port Sarim', 'town', 3029, 3217],
  ['Rimmington', 'town', 2956, 3210],
  ['Barbarian Village', 'town', 3082, 3420],
  ['Taverley', 'town', 2895, 3450],
  ['Burthorpe', 'town', 2899, 3544],
  ['Catherby', 'town', 2813, 3447],
  ["Seers' Village", 'town', 2725, 3485],
  ['Camelot', 'spot', 2757, 3500],
  ['Port Khazard', 'town', 2665, 3161],
  ['Brimhaven', 'town', 2795, 3178],
  ['Karamja', 'town', 2919, 3172],
  ['Shilo Village', 'town', 2852, 2955],
  ['Port Phasmatys', 'town', 3687, 3502],
  ["Mos Le'Harmless", 'town', 3680, 2975],
  ['Burgh de Rott', 'town', 3496, 3211],
  ['Darkmeyer', 'town', 3603, 3365],
  ['Keldagrim', 'town', 2879, 10199],
  ['Gnome Stronghold', 'town', 2440, 3430],
  ['Tree Gnome Village', 'town', 2525, 3167],
  ['Feldip Hills', 'spot', 2556, 2915],
  ['Lletya', 'town', 2341, 3171],
  ['Prifddinas', 'town', 3263, 6079],
  ['Sophanem', 'town', 3305, 2781],
  ['Nardah', 'town', 3428, 2892],
  ['Pollnivneach', 'town', 3357, 2974],
  ['Hosidius', 'town', 1762, 3599],
  ['Shayzien', 'town', 1504, 3615],
  ['Lovakengj', 'town', 1487, 3823],
  ['Port Piscarilius', 'town', 1803, 3748],
  ['Arceuus', 'town', 1696, 3796],
  ['Mount Karuulm', 'spot', 1310, 3808],
  ['Fossil Island', 'town', 3764, 3869],
  ['Wilderness', 'area', 3168, 3730],
  ['Grand Exchange', 'spot', 3165, 3487],
  ['Varrock east bank', 'spot', 3253, 3420],
  ['Varrock west bank', 'spot', 3185, 3440],
  ['Falador east bank', 'spot', 3013, 3356],
  ['Lumbridge Castle bank', 'spot', 3208, 3220, 2],
  ['Fishing Guild', 'spot', 2599, 3420],
  ['Mining Guild', 'spot', 3046, 9738],
  ['Woodcutting Guild', 'spot', 1600, 3500],
  ['Farming Guild', 'spot', 1249, 3726],
  ["Warriors' Guild", 'spot', 2855, 3543],
  ['Slayer Tower', 'spot', 3429, 3533],
  ['Castle Wars', 'spot', 2442, 3090],
  ['Barrows', 'boss', 3565, 3289],
  ['Ferox Enclave', 'spot', 3130, 3631],
  ['Chaos Temple', 'spot', 2949, 3821],
  ['Void Knights’ Outpost', 'spot', 2658, 2659],
  ['Ape Atoll', 'spot', 2755, 2785],
  ['Waterbirth Island', 'spot', 2526, 3740],
  ['Lunar Isle', 'spot', 2111, 3915],
  ['Wintertodt', 'boss', 1630, 3982],
  ['Tempoross', 'boss', 3135, 2840],
  ['Theatre of Blood', 'boss', 3671, 3219],
  ['Chambers of Xeric', 'boss', 1233, 3566],
  ['Tombs of Amascut', 'boss', 3355, 9118],
  ["Zulrah's shrine", 'boss', 2268, 3070],
  ['Ungael', 'boss', 2272, 4065],
  ['Edgeville Dungeon', 'spot', 3114, 9836],
  ['Varrock Sewers', 'spot', 3237, 9866],
  ['Karamja Dungeon', 'spot', 2837, 9557],
  ['Taverley Dungeon', 'spot', 2902, 9801],
  ['Stronghold Slayer Cave', 'spot', 2403, 9775],
  ['Smoke Dungeon', 'spot', 3223, 9363],
  ['Fremennik Slayer Dungeon', 'spot', 2750, 10010],
  ["Mos Le'Harmless Cave", 'spot', 3747, 9374],
  ['Asgarnian Ice Dungeon', 'spot', 3055, 9552],
  ['Waterbirth Dungeon', 'spot', 2450, 10145],
  ['Dagannoth Kings', 'boss', 2912, 4449],
  ['Kraken Cove', 'boss', 2280, 10034],
  ['Karuulm Slayer Dungeon', 'spot', 1310, 10205],
  ["Cerberus' Lair", 'boss', 1240, 1251],
  ['Giant Mole lair', 'boss', 1760, 5185],
  ['Forthos Dungeon', 'spot', 1842, 9900],
  ['Catacombs of Kourend', 'spot', 1664, 10050],
  ["King Black Dragon's lair", 'boss', 2274, 4698],
  ['Kalphite Lair', 'boss', 3485, 9509],
  ["Bandos' Stronghold", 'boss', 2870, 5361, 2],
  ["Armadyl's Eyrie", 'boss', 2832, 5302, 2],
  ["Saradomin's Encampment", 'boss', 2897, 5267],
  ["Zamorak's Fortress", 'boss', 2925, 5325, 2],
  ["Corporeal Beast's lair", 'boss', 2990, 4380, 2],
  ['Guardians of the Rift', 'spot', 3615, 9484],
  ['Crash Site Cavern', 'spot', 2105, 5647],
  ['Motherlode Mine', 'spot', 3745, 5660],
  ['TzHaar City', 'spot', 2452, 5165],
];

/** The hub ships no map. */
export const namedPlaces: readonly NamedPlace[] = rows.map(([name, kind, x, y, plane = 0]) => ({
  name,
  kind,
  x,
  y,
  plane,
}));

/** The level of the Wilderness, or else the nearest place within 200 tiles, on any plane. */
export function findPlace(tile: Tile): NamedPlace | null {
  const { x, y, plane } = tile;
  const level = wildernessLevel(tile);
  if (level !== null) return { name: `Wilderness, level ${level}`, kind: 'area', x, y, plane };
  let nearest: NamedPlace | null = null;
  let least = 200;
  for (const place of namedPlaces) {
    const distance = Math.max(Math.abs(place.x - x), Math.abs(place.y - y));
    if (distance > least) continue;
    least = distance;
    nearest = place;
  }
  return nearest;
}

export interface PlaceGroup<Placed> {
  /** Null without a name near them. */
  readonly place: NamedPlace | null;
  readonly players: readonly Placed[];
}

/** Large groups come first, and players without a named place last. */
export function groupByPlace<Placed extends { readonly location?: Tile | null | undefined }>(
  players: readonly Placed[],
): readonly PlaceGroup<Placed>[] {
  const placed = players.map((player) => ({
    player,
    place: player.location ? findPlace(player.location) : null,
  }));
  const sizeOf = ({ place, players: there }: PlaceGroup<Placed>) => (place === null ? 0 : there.length);
  return [...Map.groupBy(placed, ({ place }) => place?.name)]
    .map(([, there]) => ({ place: there[0]?.place ?? null, players: there.map(({ player }) => player) }))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}
