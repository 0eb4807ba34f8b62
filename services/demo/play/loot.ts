import { combatTasks, pointsByTier } from '../game/achievements.ts';
import { getItem } from '../game/items.ts';
import type { Drop, Monster } from '../game/monster.ts';
import type { Random } from '../random.ts';
import type { Character } from './character.ts';
import { putItems, reportedItem, type Stack, stackValue } from './inventory.ts';
import type { Outbox } from './outbox.ts';

/**
 * Rare drops are up to this many times more likely than in the game. Otherwise an evening would
 * show hardly any rare drops. The reported `rarity` is from the game.
 */
const luck = 25;
/** The highest chance of a rare drop. */
const rareChanceMax = 1 / 40;
/** The plugin reports loot of at least this value. */
const reportedValueMin = 10_000;
const combatTaskChance = 1 / 5;
const lootChestChance = 1 / 40;

interface WonStack extends Stack {
  readonly drop: Drop;
}

/** Puts the loot of a kill into the inventory, and reports the plugin's events for it. */
export function collectLoot(character: Character, monster: Monster, outbox: Outbox, random: Random): void {
  const won = monster.drops
    .filter((drop) => random.chance(chanceOf(drop)))
    .map((drop) => winOf(drop, random));
  for (const { item: found, quantity } of won) putItems(character.inventory, found, quantity);
  if (totalValue(won) >= reportedValueMin) outbox.add('loot', lootData(won, monster.name, monster.npcId));
  for (const { drop, item: found } of won) {
    if (!drop.collected || character.collected.has(found.name)) continue;
    character.collected.add(found.name);
    outbox.add('collectionLog', {
      itemName: found.name,
      itemId: found.id,
      value: found.gePrice,
      killCount: character.kills.get(monster.name)?.count ?? 1,
    });
  }
  combatTask(character, monster, outbox, random);
  if (monster.place === 'Wilderness dragons' && random.chance(lootChestChance)) {
    outbox.add('pkLoot', { ...lootData(chest(random), 'Loot Chest', null), criteria: [] });
  }
}

function chanceOf(drop: Drop): number {
  const real = 1 / drop.oneIn;
  return real >= rareChanceMax ? real : Math.min(rareChanceMax, real * luck);
}

function winOf(drop: Drop, random: Random): WonStack {
  return { item: getItem(drop.item), quantity: random.integer(drop.min, drop.max), drop };
}

function chest(random: Random): Stack[] {
  return [
    { item: getItem('Rune scimitar'), quantity: 1 },
    { item: getItem('Shark'), quantity: random.integer(2, 12) },
  ];
}

function lootData(
  won: readonly (Stack & { readonly drop?: Drop })[],
  source: string,
  npcId: number | null,
): object {
  const items = won.map((stack) => ({
    ...reportedItem(stack),
    ...(stack.drop !== undefined && stack.drop.oneIn > 1 ? { rarity: 1 / stack.drop.oneIn } : {}),
  }));
  return {
    items,
    highestValueItem: items.reduce((best, next) => (next.gePrice > best.gePrice ? next : best)),
    totalValue: totalValue(won),
    source: {
      text: source,
      link: `https://oldschool.runescape.wiki/w/Special:Search?search=${encodeURIComponent(source)}`,
    },
    ...(npcId === null ? { type: 'EVENT' } : { type: 'NPC', npcId }),
    criteria: ['VALUE'],
  };
}

function totalValue(won: readonly Stack[]): number {
  return won.reduce((sum, stack) => sum + stackValue(stack), 0);
}

function combatTask(character: Character, monster: Monster, outbox: Outbox, random: Random): void {
  const task = combatTasks.find(({ boss, name }) => boss === monster.name && !character.tasks.has(name));
  if (task === undefined || !random.chance(combatTaskChance)) return;
  character.tasks.add(task.name);
  const points = pointsByTier[task.tier];
  // The plugin sends the game's text with its leading space and the points after the name.
  outbox.add('combatTask', {
    taskName: ` ${task.name} (${points} point${points === 1 ? '' : 's'}).`,
    tier: task.tier,
  });
}
