import { bosses } from './bosses.ts';
import type { ItemName } from './items.ts';
import { type Monster, monster } from './monster.ts';

/** Every monster that the guild fights, except bosses. */
const ordinary: readonly Monster[] = [
  monster('Chicken', [1173, 1, 3, 1, 4], 'Lumbridge chicken farm', [
    ['Bones', 1, 1],
    ['Raw chicken', 1, 1],
    ['Feather', 15, 4],
  ]),
  monster('Cow', [2790, 2, 8, 1, 4], 'Lumbridge cow field', [
    ['Bones', 1, 1],
    ['Cowhide', 1, 1],
  ]),
  monster('Goblin', [655, 5, 12, 1, 6], 'Goblin house', [
    ['Bones', 1, 1],
    ['Coins', 5, 5],
    ['Coins', 20, 64],
  ]),
  monster('Hill Giant', [2098, 28, 35, 4, 6], 'Edgeville Dungeon', [
    ['Big bones', 1, 1],
    ['Coins', [8, 52], 4],
    ['Nature rune', 6, 64],
    ['Giant key', 1, 128, 'unique'],
  ]),
  monster('Moss giant', [2090, 42, 60, 6, 6], 'Varrock Sewers', [
    ['Big bones', 1, 1],
    ['Coins', [30, 119], 3],
    ['Law rune', 3, 43],
    ['Mossy key', 1, 150, 'unique'],
  ]),
  monster('Lesser demon', [2005, 82, 79, 8, 4], 'Karamja Dungeon', [
    ['Coins', [40, 450], 3],
    ['Death rune', 3, 43],
    ['Rune full helm', 1, 128],
  ]),
  monster('Fire giant', [2075, 86, 111, 11, 5], 'Stronghold Slayer Cave', [
    ['Big bones', 1, 1],
    ['Lobster', 1, 43],
    ['Blood rune', 5, 32],
    ['Rune scimitar', 1, 128],
  ]),
  monster('Green dragon', [260, 79, 75, 8, 4], 'Wilderness dragons', [
    ['Dragon bones', 1, 1],
    ['Green dragonhide', 1, 1],
    ['Nature rune', [10, 17], 17],
    ['Rune dagger', 1, 128],
    ['Clue scroll (hard)', 1, 128],
  ]),
  monster('Blue dragon', [265, 111, 105, 10, 4], 'Taverley Dungeon', [
    ['Dragon bones', 1, 1],
    ['Blue dragonhide', 1, 1],
    ['Rune dagger', 1, 128],
    ['Clue scroll (hard)', 1, 128],
    ['Draconic visage', 1, 10_000, 'unique'],
  ]),
  monster('Black demon', [240, 172, 157, 16, 4], 'Taverley demons', [
    ['Coins', [100, 500], 3],
    ['Lobster', 1, 43],
    ['Adamantite bar', 1, 64],
    ['Grimy ranarr weed', 1, 65],
  ]),
  monster('Hellhound', [104, 122, 116, 11, 4], 'Stronghold Slayer Cave', [['Clue scroll (hard)', 1, 64]]),
  monster('Bloodveld', [484, 76, 120, 5, 4, 50], 'Slayer Tower first floor', [
    ['Coins', [10, 450], 3],
    ['Blood rune', [3, 30], 24],
    ['Clue scroll (hard)', 1, 256],
  ]),
  monster('Cave horror', [1047, 80, 55, 9, 4, 58], "Mos Le'Harmless Cave", [
    ['Coins', [44, 420], 4],
    ['Nature rune', [4, 6], 20],
    ['Black mask (10)', 1, 512, 'unique'],
  ]),
  monster('Aberrant spectre', [2, 96, 90, 8, 4, 60], 'Slayer Tower first floor', [
    ['Grimy ranarr weed', [1, 3], 12],
    ['Rune full helm', 1, 128],
    ['Clue scroll (hard)', 1, 128],
  ]),
  monster('Basilisk Knight', [9293, 204, 300, 18, 4, 60], "Jormungand's Prison", [
    ['Coins', [2000, 6000], 6],
    ['Law rune', [30, 60], 14],
    ['Rune kiteshield', 1, 66],
    ['Basilisk jaw', 1, 1000, 'unique'],
  ]),
  monster('Dust devil', [423, 93, 105, 8, 4, 65], 'Smoke Dungeon', [
    ['Coins', [80, 600], 3],
    ['Grimy ranarr weed', 1, 78],
    ['Adamantite bar', 4, 128],
    ['Dust battlestaff', 1, 4000, 'unique'],
    ['Dragon chainbody', 1, 32_768, 'unique'],
  ]),
  monster('Kurask', [410, 106, 97, 11, 4, 70], 'Fremennik Slayer Dungeon', [
    ['Coins', [2000, 15_000], 14],
    ['Nature rune', [10, 15], 12],
    ['Leaf-bladed battleaxe', 1, 1026, 'unique'],
  ]),
  monster('Skeletal Wyvern', [465, 140, 200, 13, 6, 72], 'Asgarnian Ice Dungeon', [
    ['Wyvern bones', 1, 1],
    ['Battlestaff', 10, 22],
    ['Runite bolts', [35, 50], 22],
    ['Rune full helm', 1, 64],
    ['Granite legs', 1, 512, 'unique'],
    ['Draconic visage', 1, 10_000, 'unique'],
  ]),
  monster('Gargoyle', [412, 111, 105, 11, 4, 75], 'Slayer Tower top floor', [
    ['Coins', [500, 10_000], 4],
    ['Steel bar', 15, 21],
    ['Runite ore', 1, 64],
    ['Rune platelegs', 1, 128],
    ['Granite maul', 1, 256, 'unique'],
  ]),
  monster('Nechryael', [8, 115, 105, 11, 4, 80], 'Slayer Tower top floor', [
    ['Coins', [1500, 3500], 5],
    ['Death rune', [5, 10], 17],
    ['Law rune', [25, 35], 23],
    ['Rune full helm', 1, 39],
    ['Rune boots', 1, 116, 'unique'],
  ]),
  monster('Abyssal demon', [415, 124, 150, 8, 4, 85], 'Slayer Tower top floor', [
    ['Coins', [44, 460], 3],
    ['Pure essence', 60, 20],
    ['Grimy ranarr weed', 1, 78],
    ['Abyssal whip', 1, 512, 'unique'],
    ['Abyssal dagger', 1, 32_768, 'unique'],
  ]),
];

export const monsters: readonly Monster[] = [...ordinary, ...bosses];

/** Items with a slot in the collection log. */
export const logItems: ReadonlySet<ItemName> = new Set(
  monsters.flatMap(({ drops }) => drops.filter(({ collected }) => collected).map(({ item }) => item)),
);
