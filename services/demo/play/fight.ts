import type { FightStyle } from '../game/gear.ts';
import { type GameItem, getItem, type ItemName } from '../game/items.ts';
import type { Monster } from '../game/monster.ts';
import { placeTile } from '../game/places.ts';
import { combatLevel, type SkillName } from '../game/skills.ts';
import { tickMs } from '../game/tick.ts';
import { distance, type MapTile, stepTowards } from '../game/tile.ts';
import type { Random } from '../random.ts';
import { type Activity, type Character, countKill, gainXp, hitpointsMax, prayerMax } from './character.ts';
import { die, respawn } from './death.ts';
import { clearInventory, putItems, type Stack, takeOne } from './inventory.ts';
import { collectLoot } from './loot.ts';
import type { Outbox } from './outbox.ts';

const heals: ReadonlyMap<ItemName, number> = new Map([
  ['Lobster', 12],
  ['Swordfish', 14],
  ['Cooked karambwan', 18],
  ['Shark', 20],
  ['Manta ray', 22],
]);
const isFood = (food: GameItem): boolean => heals.has(food.name);
const isPrayerPotion = (potion: GameItem): boolean => potion.name === 'Prayer potion(4)';

const weaponTicks = 4;
const respawnTicks = 18;
const superiorChance = 1 / 60;
/**
 * A protection prayer costs one point in about this many ticks, and reduces a hit to this share.
 */
const prayerTicks = 8;
const throughPrayer = 0.5;

interface FightOptions {
  readonly style: FightStyle;
  readonly ticks: number;
  readonly outbox: Outbox;
  readonly random: Random;
}

interface Fight extends FightOptions {
  readonly character: Character;
  readonly monster: Monster;
  /** The share of hitpoints below which the player eats: some eat early, others count on luck. */
  readonly eatsBelow: number;
  clock: number;
  /** Hitpoints of the current monster. */
  monsterHitpoints: number;
  monsterMaxHit: number;
  monsterTile: MapTile;
  /** Ticks until the next monster appears; 0 while a monster is there. */
  respawnIn: number;
  /** The tick of `clock` when the current monster appeared. */
  spawnedAt: number;
}

/**
 * Fights monsters of a kind one after another until the time is over, the food runs out, or the
 * character dies.
 */
export function createFight(character: Character, monster: Monster, options: FightOptions): Activity {
  const fight: Fight = {
    ...options,
    character,
    monster,
    eatsBelow: 0.15 + 0.4 * options.random.next(),
    clock: 0,
    monsterHitpoints: monster.hitpoints,
    monsterMaxHit: monster.maxHit,
    monsterTile: placeTile(monster.place),
    respawnIn: 0,
    spawnedAt: 0,
  };
  let keptOnDeath: Stack[] | null = null;

  return {
    tick: () => {
      if (keptOnDeath !== null) {
        respawn(character, keptOnDeath);
        return false;
      }
      fight.clock += 1;
      if (distance(character.tile, fight.monsterTile) > 1) {
        character.tile = stepTowards(character.tile, fight.monsterTile, 2);
      }
      if (fight.respawnIn > 0) {
        fight.respawnIn -= 1;
        if (fight.respawnIn === 0) spawnMonster(fight);
        return fight.clock < options.ticks;
      }
      if (fight.clock % weaponTicks === 0) strike(fight);
      if (fight.respawnIn === 0 && fight.clock % monster.attackTicks === 1 % monster.attackTicks)
        defend(fight);
      recover(fight);
      if (character.hitpoints <= 0) {
        keptOnDeath = die(character, monster, options.outbox);
        return true;
      }
      return fight.clock < options.ticks && !givesUp(fight);
    },
  };
}

function spawnMonster(fight: Fight): void {
  const { monster, outbox, random } = fight;
  const home = placeTile(monster.place);
  const isSuperior = monster.superior !== null && random.chance(superiorChance);
  const strength = isSuperior ? 2 : 1;
  fight.spawnedAt = fight.clock;
  fight.monsterHitpoints = monster.hitpoints * strength;
  fight.monsterMaxHit = monster.maxHit * strength;
  fight.monsterTile = {
    x: home.x + random.integer(-6, 6),
    y: home.y + random.integer(-6, 6),
    plane: home.plane,
  };
  if (isSuperior) outbox.add('superiorSpawn', { ...monster.superior, location: fight.monsterTile });
}

function strike(fight: Fight): void {
  const { character, monster, style, outbox, random } = fight;
  const skill = trainedSkill(style, random);
  const most = 2 + Math.floor(combatLevel(character.xp) / 3.2);
  const damage = Math.min(fight.monsterHitpoints, random.chance(0.65) ? random.integer(0, most) : 0);
  fight.monsterHitpoints -= damage;
  if (damage === 0) return;
  gainXp(character, skill, damage * 4, outbox);
  gainXp(character, 'Hitpoints', damage * 1.33, outbox);
  if (fight.monsterHitpoints > 0) return;
  fight.respawnIn = random.integer(4, respawnTicks);
  if (monster.slayerLevel > 1) gainXp(character, 'Slayer', monster.hitpoints, outbox);
  countKill(character, monster.name, (fight.clock - fight.spawnedAt) * tickMs);
  collectLoot(character, monster, outbox, random);
}

function defend({ character, monster, monsterMaxHit, random }: Fight): void {
  const isProtected = character.prayer > 0;
  const most = Math.ceil(monsterMaxHit * (isProtected ? throughPrayer : 1));
  const evades = Math.min(0.5, combatLevel(character.xp) / (monster.combatLevel + 60));
  if (!random.chance(evades)) character.hitpoints -= random.integer(0, most);
}

function recover({ character, monster, clock, eatsBelow }: Fight): void {
  if (monster.combatLevel >= 70 && character.prayer > 0 && clock % prayerTicks === 0) character.prayer -= 1;
  if (character.prayer < prayerMax(character) / 4 && takeOne(character.inventory, isPrayerPotion) !== null) {
    character.prayer = Math.min(prayerMax(character), character.prayer + 24);
  }
  if (character.hitpoints <= 0 || character.hitpoints > hitpointsMax(character) * eatsBelow) return;
  const food = takeOne(character.inventory, isFood);
  if (food === null) return;
  character.hitpoints = Math.min(hitpointsMax(character), character.hitpoints + (heals.get(food.name) ?? 0));
}

/** Without food and low on hitpoints, a player usually leaves soon. */
function givesUp({ character, random }: Fight): boolean {
  const isLow = character.hitpoints < hitpointsMax(character) / 4;
  const hasFood = character.inventory.some((stack) => stack !== null && isFood(stack.item));
  return isLow && !hasFood && random.chance(0.2);
}

function trainedSkill(style: FightStyle, random: Random): SkillName {
  if (style === 'ranged') return 'Ranged';
  if (style === 'magic') return 'Magic';
  return random.pick(['Attack', 'Strength', 'Defence']);
}

export function packForFight(character: Character, random: Random): void {
  clearInventory(character.inventory);
  const veteran = combatLevel(character.xp) >= 90;
  const food: ItemName = veteran
    ? random.pick(['Shark', 'Manta ray', 'Cooked karambwan'])
    : random.pick(['Lobster', 'Swordfish']);
  if (veteran) putItems(character.inventory, getItem('Super combat potion(4)'), 1);
  putItems(character.inventory, getItem('Prayer potion(4)'), veteran ? 5 : 2);
  putItems(character.inventory, getItem(food), random.integer(10, 14));
  putItems(character.inventory, getItem('Divine rune pouch'), veteran ? 1 : 0);
  putItems(character.inventory, getItem('Law rune'), random.integer(20, 400));
  putItems(character.inventory, getItem('Coins'), random.integer(1_000, 400_000));
}
