/**
 * Items of the simulated players: id, name, guide price, high alchemy value, and a kind. The kind
 * is an equipment slot, `single` for one item per inventory slot, or `stack`. Ids and alchemy
 * values are from the game; prices are estimates.
 */
const rows = [
  [1163, 'Rune full helm', 20_700, 21_120, 'HEAD'],
  [10828, 'Helm of neitiznot', 51_877, 30_000, 'HEAD'],
  [12931, 'Serpentine helm', 4_130_000, 66_000, 'HEAD'],
  [11826, 'Armadyl helmet', 9_870_000, 173_400, 'HEAD'],
  [4089, 'Mystic hat', 9020, 9000, 'HEAD'],
  [4708, "Ahrim's hood", 72_400, 7800, 'HEAD'],
  [6570, 'Fire cape', 0, 39_004, 'CAPE'],
  [21295, 'Infernal cape', 0, 48_000, 'CAPE'],
  [10499, "Ava's accumulator", 0, 599, 'CAPE'],
  [22109, "Ava's assembler", 0, 30_600, 'CAPE'],
  [21791, 'Imbued saradomin cape', 0, 48_000, 'CAPE'],
  [1731, 'Amulet of power', 2190, 2115, 'AMULET'],
  [6585, 'Amulet of fury', 1_988_040, 121_200, 'AMULET'],
  [19553, 'Amulet of torture', 12_640_000, 121_200, 'AMULET'],
  [19547, 'Necklace of anguish', 13_020_000, 121_200, 'AMULET'],
  [12002, 'Occult necklace', 612_000, 27_000, 'AMULET'],
  [1712, 'Amulet of glory(4)', 12_870, 10_575, 'AMULET'],
  [22111, 'Dragonbone necklace', 1_940_000, 48_000, 'AMULET'],
  [1333, 'Rune scimitar', 15_110, 15_360, 'WEAPON'],
  [4151, 'Abyssal whip', 1_502_233, 72_000, 'WEAPON'],
  [22324, 'Ghrazi rapier', 38_200_000, 3_000_000, 'WEAPON'],
  [861, 'Magic shortbow', 1120, 960, 'WEAPON'],
  [12926, 'Toxic blowpipe', 4_350_000, 72_000, 'WEAPON'],
  [1409, "Iban's staff", 0, 25_500, 'WEAPON'],
  [12899, 'Trident of the swamp', 2_710_000, 47_100, 'WEAPON'],
  [11905, 'Trident of the seas (full)', 468_000, 41_400, 'WEAPON'],
  [11785, 'Armadyl crossbow', 28_900_000, 594_000, 'WEAPON'],
  [13265, 'Abyssal dagger', 2_240_000, 69_000, 'WEAPON'],
  [11824, 'Zamorakian spear', 11_450_000, 60_003, 'WEAPON'],
  [11791, 'Staff of the dead', 6_180_000, 600_003, 'WEAPON'],
  [11838, 'Saradomin sword', 182_000, 78_000, 'WEAPON'],
  [11920, 'Dragon pickaxe', 2_050_000, 58_770, 'WEAPON'],
  [6739, 'Dragon axe', 168_000, 33_000, 'WEAPON'],
  [4153, 'Granite maul', 34_800, 30_000, 'WEAPON'],
  [20736, 'Dust battlestaff', 11_300, 9300, 'WEAPON'],
  [20727, 'Leaf-bladed battleaxe', 61_900, 57_600, 'WEAPON'],
  [13576, 'Dragon warhammer', 32_700_000, 72_000, 'WEAPON'],
  [23528, 'Sarachnis cudgel', 151_000, 72_000, 'WEAPON'],
  [1303, 'Rune longsword', 18_900, 19_200, 'WEAPON'],
  [1213, 'Rune dagger', 4720, 4800, 'WEAPON'],
  [1127, 'Rune platebody', 38_300, 39_000, 'BODY'],
  [10551, 'Fighter torso', 0, 39_003, 'BODY'],
  [11832, 'Bandos chestplate', 17_204_551, 174_006, 'BODY'],
  [1135, "Green d'hide body", 4410, 4680, 'BODY'],
  [11828, 'Armadyl chestplate', 19_850_000, 174_000, 'BODY'],
  [4091, 'Mystic robe top', 71_300, 72_000, 'BODY'],
  [4712, "Ahrim's robetop", 1_310_000, 30_000, 'BODY'],
  [1123, 'Adamant platebody', 9840, 9984, 'BODY'],
  [2513, 'Dragon chainbody', 149_500, 3, 'BODY'],
  [1201, 'Rune kiteshield', 32_100, 32_640, 'SHIELD'],
  [12954, 'Dragon defender', 0, 40_804, 'SHIELD'],
  [22322, 'Avernic defender', 0, 1_500_000, 'SHIELD'],
  [12829, 'Spirit shield', 46_200, 42_000, 'SHIELD'],
  [1079, 'Rune platelegs', 37_900, 38_400, 'LEGS'],
  [21304, 'Obsidian platelegs', 392_000, 40_200, 'LEGS'],
  [11834, 'Bandos tassets', 18_213_304, 173_946, 'LEGS'],
  [1099, "Green d'hide chaps", 2310, 2340, 'LEGS'],
  [11830, 'Armadyl chainskirt', 21_400_000, 173_940, 'LEGS'],
  [4093, 'Mystic robe bottom', 47_600, 48_000, 'LEGS'],
  [4714, "Ahrim's robeskirt", 1_150_000, 28_200, 'LEGS'],
  [6809, 'Granite legs', 39_100, 39_600, 'LEGS'],
  [4087, 'Dragon platelegs', 160_400, 162_000, 'LEGS'],
  [11126, 'Combat bracelet', 11_940, 12_624, 'GLOVES'],
  [7462, 'Barrows gloves', 0, 60_000, 'GLOVES'],
  [22981, 'Ferocious gloves', 0, 60_000, 'GLOVES'],
  [1065, "Green d'hide vambraces", 1480, 1500, 'GLOVES'],
  [19544, 'Tormented bracelet', 11_730_000, 120_600, 'GLOVES'],
  [3105, 'Climbing boots', 61_500, 7, 'BOOTS'],
  [11840, 'Dragon boots', 131_205, 12_000, 'BOOTS'],
  [13239, 'Primordial boots', 24_900_000, 45_000, 'BOOTS'],
  [6328, 'Snakeskin boots', 930, 150, 'BOOTS'],
  [13237, 'Pegasian boots', 21_700_000, 45_000, 'BOOTS'],
  [4097, 'Mystic boots', 6110, 6000, 'BOOTS'],
  [13235, 'Eternal boots', 3_960_000, 45_000, 'BOOTS'],
  [4131, 'Rune boots', 7720, 7500, 'BOOTS'],
  [11836, 'Bandos boots', 208_000, 173_406, 'BOOTS'],
  [6737, 'Berserker ring', 2_104_410, 6000, 'RING'],
  [11773, 'Berserker ring (i)', 0, 6000, 'RING'],
  [6733, 'Archers ring', 2_480_000, 6000, 'RING'],
  [11771, 'Archers ring (i)', 0, 6000, 'RING'],
  [6731, 'Seers ring', 171_000, 6000, 'RING'],
  [11770, 'Seers ring (i)', 0, 6000, 'RING'],
  [6735, 'Warrior ring', 48_300, 6000, 'RING'],
  [892, 'Rune arrow', 72, 240, 'AMMO'],
  [9144, 'Runite bolts', 236, 180, 'AMMO'],
  [379, 'Lobster', 168, 42, 'single'],
  [373, 'Swordfish', 254, 48, 'single'],
  [385, 'Shark', 812, 102, 'single'],
  [391, 'Manta ray', 1455, 120, 'single'],
  [3144, 'Cooked karambwan', 742, 150, 'single'],
  [2434, 'Prayer potion(4)', 9870, 114, 'single'],
  [12695, 'Super combat potion(4)', 12_410, 150, 'single'],
  [3024, 'Super restore(4)', 10_930, 180, 'single'],
  [6685, 'Saradomin brew(4)', 7940, 120, 'single'],
  [2444, 'Ranging potion(4)', 5210, 216, 'single'],
  [27281, 'Divine rune pouch', 0, 12_000, 'single'],
  [1515, 'Yew logs', 262, 96, 'single'],
  [1519, 'Willow logs', 14, 24, 'single'],
  [1513, 'Magic logs', 1034, 192, 'single'],
  [440, 'Iron ore', 91, 10, 'single'],
  [453, 'Coal', 158, 27, 'single'],
  [444, 'Gold ore', 287, 90, 'single'],
  [451, 'Runite ore', 10_820, 1920, 'single'],
  [377, 'Raw lobster', 182, 42, 'single'],
  [383, 'Raw shark', 745, 102, 'single'],
  [331, 'Raw salmon', 48, 18, 'single'],
  [317, 'Raw shrimps', 27, 3, 'single'],
  [7936, 'Pure essence', 3, 2, 'single'],
  [207, 'Grimy ranarr weed', 6720, 18, 'single'],
  [536, 'Dragon bones', 2480, 96, 'single'],
  [22124, 'Superior dragon bones', 9640, 96, 'single'],
  [6812, 'Wyvern bones', 2110, 96, 'single'],
  [532, 'Big bones', 271, 0, 'single'],
  [526, 'Bones', 78, 0, 'single'],
  [1739, 'Cowhide', 118, 1, 'single'],
  [2138, 'Raw chicken', 62, 0, 'single'],
  [2353, 'Steel bar', 521, 60, 'single'],
  [2363, 'Runite bar', 12_260, 3000, 'single'],
  [2361, 'Adamantite bar', 1840, 384, 'single'],
  [1753, 'Green dragonhide', 1910, 81, 'single'],
  [1751, 'Blue dragonhide', 2120, 84, 'single'],
  [8782, 'Mahogany plank', 1960, 900, 'single'],
  [855, 'Yew longbow', 401, 768, 'single'],
  [1391, 'Battlestaff', 8230, 4200, 'single'],
  [219, 'Grimy torstol', 8450, 15, 'single'],
  [12922, 'Tanzanite fang', 2_311_407, 66_000, 'single'],
  [12932, 'Magic fang', 1_980_200, 61_200, 'single'],
  [12927, 'Serpentine visage', 4_050_000, 63_000, 'single'],
  [6571, 'Uncut onyx', 2_630_000, 120_000, 'single'],
  [1617, 'Uncut diamond', 2760, 120, 'single'],
  [22006, 'Skeletal visage', 15_300_000, 900_000, 'single'],
  [11286, 'Draconic visage', 4_420_000, 450_000, 'single'],
  [11812, 'Bandos hilt', 6_870_000, 300_000, 'single'],
  [11818, 'Godsword shard 1', 118_000, 150_000, 'single'],
  [12004, 'Kraken tentacle', 381_000, 50_004, 'single'],
  [24268, 'Basilisk jaw', 13_900_000, 300_000, 'single'],
  [19529, 'Zenyte shard', 11_600_000, 45_000, 'single'],
  [12819, 'Elysian sigil', 612_000_000, 450_000, 'single'],
  [13231, 'Primordial crystal', 23_800_000, 27_000, 'single'],
  [13233, 'Smouldering stone', 2_140_000, 27_000, 'single'],
  [22966, "Hydra's claw", 52_600_000, 90_000, 'single'],
  [22983, 'Hydra leather', 3_310_000, 60_000, 'single'],
  [7418, 'Mole skin', 5870, 240, 'single'],
  [7416, 'Mole claw', 4110, 360, 'single'],
  [23517, 'Giant egg sac(full)', 2960, 6, 'single'],
  [2722, 'Clue scroll (hard)', 0, 12, 'single'],
  [12073, 'Clue scroll (elite)', 0, 12, 'single'],
  [8901, 'Black mask (10)', 712_000, 1800, 'single'],
  [995, 'Coins', 1, 0, 'stack'],
  [563, 'Law rune', 142, 144, 'stack'],
  [561, 'Nature rune', 121, 108, 'stack'],
  [560, 'Death rune', 176, 108, 'stack'],
  [565, 'Blood rune', 312, 240, 'stack'],
  [562, 'Chaos rune', 71, 54, 'stack'],
  [558, 'Mind rune', 4, 1, 'stack'],
  [9977, 'Red chinchompa', 1180, 0, 'stack'],
  [5295, 'Ranarr seed', 21_800, 30, 'stack'],
  [314, 'Feather', 3, 1, 'stack'],
  [2, 'Cannonball', 188, 3, 'stack'],
  [11849, 'Mark of grace', 0, 0, 'stack'],
  [3993, "Zulrah's scales", 148, 12, 'stack'],
  [11237, 'Dragon arrowtips', 1090, 300, 'stack'],
  [20754, 'Giant key', 0, 0, 'stack'],
  [22374, 'Mossy key', 0, 0, 'stack'],
  [13391, 'Lizardman fang', 102, 36, 'stack'],
] as const;

type Row = (typeof rows)[number];
export type ItemName = Row[1];
export type EquipmentSlot = Exclude<Row[4], 'single' | 'stack'>;

export interface GameItem {
  readonly id: number;
  readonly name: ItemName;
  readonly gePrice: number;
  readonly haPrice: number;
  readonly slot: EquipmentSlot | null;
  readonly stackable: boolean;
}

export const allItems: readonly GameItem[] = rows.map(itemOf);

/** Names and prices as files of the game have them: an item that is not traded has no price. */
export const itemsOfFile = allItems.map(({ id, name, gePrice, haPrice }) => {
  return { id, name, ge_price: gePrice === 0 ? null : gePrice, ha_price: haPrice };
});

const byName = new Map<string, GameItem>(allItems.map((item) => [item.name, item]));

/** Null for an unknown name. */
export function findItem(name: string): GameItem | null {
  return byName.get(name) ?? null;
}

export function getItem(name: ItemName): GameItem {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no such item: ${name}`);
  return found;
}

function itemOf([id, name, gePrice, haPrice, kind]: Row): GameItem {
  const worn = kind !== 'single' && kind !== 'stack';
  return {
    id,
    name,
    gePrice,
    haPrice,
    slot: worn ? kind : null,
    stackable: kind === 'stack' || kind === 'AMMO',
  };
}
