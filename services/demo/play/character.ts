import { realLevel, skills, virtualLevel, xpMax } from '../../../shared/domain/skill.ts';
import { type FightStyle, outfitFor } from '../game/gear.ts';
import { type EquipmentSlot, getItem } from '../game/items.ts';
import type { PlaceName } from '../game/places.ts';
import { combatLevel, type SkillName, type XpBySkill } from '../game/skills.ts';
import type { MapTile } from '../game/tile.ts';
import type { Random } from '../random.ts';
import { emptyInventory, type InventorySlots, type Stack } from './inventory.ts';
import type { Outbox } from './outbox.ts';
import type { SentSpellbook } from './report.ts';

/** A longer action of a character: a journey, training, a fight. */
export interface Activity {
  /** One game tick, 600 ms. @returns whether there is more to do */
  tick(): boolean;
}

/** A character of a player, for ordinary or for seasonal worlds. Changes tick by tick. */
export interface Character {
  readonly xp: XpBySkill;
  hitpoints: number;
  prayer: number;
  spellbook: SentSpellbook;
  tile: MapTile;
  /** The current place; null while the character travels. */
  place: PlaceName | null;
  onBoat: boolean;
  readonly inventory: InventorySlots;
  readonly worn: Map<EquipmentSlot, Stack>;
  /** By the name of the monster. */
  readonly kills: Map<string, Kills>;
  readonly collected: Set<string>;
  readonly tasks: Set<string>;
  /** The time of the tick, epoch ms. */
  now: number;
}

export interface Kills {
  readonly count: number;
  /** Time of the last kill, epoch ms; null before the first session. */
  readonly at: number | null;
  /** The shortest kill, ms. */
  readonly bestMs: number;
}

/** The tile of a character before its first session. The first message has no location yet. */
export const nowhere: MapTile = { x: 0, y: 0, plane: 0 };

const standard: SentSpellbook = { id: 0, name: 'standard' };
const spellbookOf: Readonly<Record<FightStyle, SentSpellbook>> = {
  melee: { id: 2, name: 'lunar' },
  ranged: standard,
  magic: { id: 1, name: 'ancient' },
};

const hitpointsXpMin = 1_154;

/** A character with xp by its `experience`, from 0 for a newcomer to 1 for a veteran. */
export function createCharacter(random: Random, experience: number): Character {
  const xp = Object.fromEntries(
    skills.map((skill) => [skill, pastXp(skill, random, experience)]),
  ) as XpBySkill;
  return {
    xp,
    hitpoints: realLevel(xp.Hitpoints),
    prayer: realLevel(xp.Prayer),
    spellbook: standard,
    tile: nowhere,
    place: null,
    onBoat: false,
    inventory: emptyInventory(),
    worn: new Map(),
    kills: new Map(),
    collected: new Set(),
    tasks: new Set(),
    now: 0,
  };
}

/**
 * Levels grow with the logarithm of xp, so xp is drawn evenly on a logarithmic scale from 1,500 to
 * 25 million.
 */
function pastXp(skill: SkillName, random: Random, experience: number): number {
  const share = 0.65 * experience + 0.35 * random.next();
  const xp = Math.floor(1_500 * (25_000_000 / 1_500) ** share);
  return skill === 'Hitpoints' ? Math.max(hitpointsXpMin, xp) : xp;
}

/** Adds xp, up to the game's cap, and reports level-ups of the skill and of the combat level. */
export function gainXp(character: Character, skill: SkillName, amount: number, outbox: Outbox): void {
  const before = character.xp[skill];
  const combatBefore = combatLevel(character.xp);
  character.xp[skill] = Math.min(xpMax, before + Math.floor(amount));
  const level = virtualLevel(character.xp[skill]);
  if (level > virtualLevel(before)) outbox.levelUp(skill, level);
  const combat = combatLevel(character.xp);
  if (combat > combatBefore) outbox.levelUp('Combat', combat);
}

export function countKill({ kills, now: at }: Character, monster: string, tookMs: number): void {
  const { count, bestMs } = kills.get(monster) ?? { count: 0, bestMs: tookMs };
  kills.set(monster, { count: count + 1, at, bestMs: Math.min(bestMs, tookMs) });
}

/** Puts on the outfit for the style and the combat level. */
export function wearOutfit(character: Character, style: FightStyle): void {
  character.worn.clear();
  for (const name of outfitFor(style, combatLevel(character.xp))) {
    const worn = getItem(name);
    if (worn.slot !== null)
      character.worn.set(worn.slot, { item: worn, quantity: worn.slot === 'AMMO' ? 400 : 1 });
  }
  character.spellbook = spellbookOf[style];
}

export function hitpointsMax(character: Character): number {
  return realLevel(character.xp.Hitpoints);
}

export function prayerMax(character: Character): number {
  return realLevel(character.xp.Prayer);
}
