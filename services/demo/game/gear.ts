import type { ItemName } from './items.ts';

export type FightStyle = 'melee' | 'ranged' | 'magic';

/** The outfits for each fighting style: of a newcomer, a regular player and a veteran. */
// biome-ignore format: an outfit a line
const sets: Readonly<Record<FightStyle, readonly [Outfit, Outfit, Outfit]>> = {
  melee: [
    ['Rune full helm', 'Amulet of power', 'Rune scimitar', 'Rune platebody', 'Rune kiteshield', 'Rune platelegs', 'Combat bracelet', 'Climbing boots'],
    ['Helm of neitiznot', 'Fire cape', 'Amulet of fury', 'Abyssal whip', 'Fighter torso', 'Dragon defender', 'Obsidian platelegs', 'Barrows gloves', 'Dragon boots', 'Berserker ring'],
    ['Serpentine helm', 'Infernal cape', 'Amulet of torture', 'Ghrazi rapier', 'Bandos chestplate', 'Avernic defender', 'Bandos tassets', 'Ferocious gloves', 'Primordial boots', 'Berserker ring (i)'],
  ],
  ranged: [
    ['Amulet of power', "Ava's accumulator", 'Magic shortbow', "Green d'hide body", "Green d'hide chaps", "Green d'hide vambraces", 'Snakeskin boots', 'Rune arrow'],
    ['Helm of neitiznot', "Ava's accumulator", 'Amulet of fury', 'Magic shortbow', "Green d'hide body", "Green d'hide chaps", 'Barrows gloves', 'Snakeskin boots', 'Archers ring', 'Rune arrow'],
    ['Armadyl helmet', "Ava's assembler", 'Necklace of anguish', 'Toxic blowpipe', 'Armadyl chestplate', 'Armadyl chainskirt', 'Barrows gloves', 'Pegasian boots', 'Archers ring (i)'],
  ],
  magic: [
    ['Mystic hat', 'Amulet of glory(4)', "Iban's staff", 'Mystic robe top', 'Mystic robe bottom', 'Mystic boots'],
    ["Ahrim's hood", 'Imbued saradomin cape', 'Occult necklace', 'Trident of the seas (full)', "Ahrim's robetop", "Ahrim's robeskirt", 'Barrows gloves', 'Mystic boots', 'Seers ring'],
    ["Ahrim's hood", 'Imbued saradomin cape', 'Occult necklace', 'Trident of the swamp', "Ahrim's robetop", 'Spirit shield', "Ahrim's robeskirt", 'Tormented bracelet', 'Eternal boots', 'Seers ring (i)'],
  ],
};

type Outfit = readonly ItemName[];

/** The outfit for a style at a combat level (3..126). */
export function outfitFor(style: FightStyle, combatLevel: number): Outfit {
  const [newcomer, regular, veteran] = sets[style];
  if (combatLevel < 70) return newcomer;
  return combatLevel < 110 ? regular : veteran;
}
