import type { FightStyle } from '../game/gear.ts';
import { type GameItem, type ItemName, item } from '../game/items.ts';
import type { Monster } from '../game/monster.ts';
import { placeTile } from '../game/places.ts';
import { combatLevel, type SkillName } from '../game/skills.ts';
import { distance, type MapTile, stepTowards } from '../game/tile.ts';
import type { Random } from '../random.ts';
import { type Character, gainXp, hitpointsMax, prayerMax } from './character.ts';
import { die, wakeUp } from './death.ts';
import type { Doing } from './doing.ts';
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
/** A protection prayer costs a point in about this many ticks, and lets through this share of a hit. */
const prayerTicks = 8;
const throughPrayer = 0.5;

/** Fights one kind of monster where the character stands, until the time or the food is up, or it dies. */
export function createFight(
  character: Character,
  monster: Monster,
  options: {
    readonly style: FightStyle;
    readonly ticks: number;
    readonly outbox: Outbox;
    readonly random: Random;
  },
): Doing {
  const { style, outbox, random } = options;
  const home = placeTile(monster.place);
  let foe = { hitpoints: monster.hitpoints, maxHit: monster.maxHit, superior: false };
  let respawnIn = 0;
  let stand: MapTile = home;
  /** Some players eat early, some count on luck. */
  const eatsBelow = 0.15 + 0.4 * random.next();
  let clock = 0;
  let keptByTheDead: Stack[] | null = null;

  function nextFoe(): void {
    const superior = monster.superior !== null && random.chance(superiorChance);
    const strength = superior ? 2 : 1;
    foe = { hitpoints: monster.hitpoints * strength, maxHit: monster.maxHit * strength, superior };
    stand = { x: home.x + random.integer(-6, 6), y: home.y + random.integer(-6, 6), plane: home.plane };
    if (superior) outbox.add('superiorSpawn', { ...monster.superior, location: stand });
  }

  function strike(): void {
    const skill = trainedSkill(style, random);
    const most = 2 + Math.floor(combatLevel(character.xp) / 3.2);
    const damage = Math.min(foe.hitpoints, random.chance(0.65) ? random.integer(0, most) : 0);
    foe = { ...foe, hitpoints: foe.hitpoints - damage };
    if (damage === 0) return;
    gainXp(character, skill, damage * 4, outbox);
    gainXp(character, 'Hitpoints', damage * 1.33, outbox);
    if (foe.hitpoints > 0) return;
    respawnIn = random.integer(4, respawnTicks);
    if (monster.slayerLevel > 1) gainXp(character, 'Slayer', monster.hitpoints, outbox);
    collectLoot(character, monster, outbox, random);
  }

  function defend(): void {
    const protectedNow = character.prayer > 0;
    const most = Math.ceil(foe.maxHit * (protectedNow ? throughPrayer : 1));
    const evades = Math.min(0.5, combatLevel(character.xp) / (monster.combatLevel + 60));
    if (!random.chance(evades)) character.hitpoints -= random.integer(0, most);
  }

  function recover(): void {
    if (monster.combatLevel >= 70 && character.prayer > 0 && clock % prayerTicks === 0) character.prayer -= 1;
    if (
      character.prayer < prayerMax(character) / 4 &&
      takeOne(character.inventory, isPrayerPotion) !== null
    ) {
      character.prayer = Math.min(prayerMax(character), character.prayer + 24);
    }
    if (character.hitpoints <= 0 || character.hitpoints > hitpointsMax(character) * eatsBelow) return;
    const food = takeOne(character.inventory, isFood);
    if (food === null) return;
    character.hitpoints = Math.min(
      hitpointsMax(character),
      character.hitpoints + (heals.get(food.name) ?? 0),
    );
  }

  /** Whoever is out of food and low on hitpoints leaves, most of the time. */
  function givesUp(): boolean {
    const low = character.hitpoints < hitpointsMax(character) / 4;
    return (
      low && !character.inventory.some((stack) => stack !== null && isFood(stack.item)) && random.chance(0.2)
    );
  }

  return {
    tick: () => {
      if (keptByTheDead !== null) {
        wakeUp(character, keptByTheDead);
        return false;
      }
      clock += 1;
      if (distance(character.tile, stand) > 1) character.tile = stepTowards(character.tile, stand, 2);
      if (respawnIn > 0) {
        respawnIn -= 1;
        if (respawnIn === 0) nextFoe();
        return clock < options.ticks;
      }
      if (clock % weaponTicks === 0) strike();
      if (respawnIn === 0 && clock % monster.attackTicks === 1 % monster.attackTicks) defend();
      recover();
      if (character.hitpoints <= 0) {
        keptByTheDead = die(character, monster, outbox);
        return true;
      }
      return clock < options.ticks && !givesUp();
    },
  };
}

function trainedSkill(style: FightStyle, random: Random): SkillName {
  if (style === 'ranged') return 'Ranged';
  if (style === 'magic') return 'Magic';
  return random.pick(['Attack', 'Strength', 'Defence']);
}

/** Supplies for a fight, as the bank gives them out. */
export function packForFight(character: Character, random: Random): void {
  clearInventory(character.inventory);
  const veteran = combatLevel(character.xp) >= 90;
  const food: ItemName = veteran
    ? random.pick(['Shark', 'Manta ray', 'Cooked karambwan'])
    : random.pick(['Lobster', 'Swordfish']);
  if (veteran) putItems(character.inventory, item('Super combat potion(4)'), 1);
  putItems(character.inventory, item('Prayer potion(4)'), veteran ? 5 : 2);
  putItems(character.inventory, item(food), random.integer(10, 14));
  putItems(character.inventory, item('Divine rune pouch'), veteran ? 1 : 0);
  putItems(character.inventory, item('Law rune'), random.integer(20, 400));
  putItems(character.inventory, item('Coins'), random.integer(1_000, 400_000));
}
