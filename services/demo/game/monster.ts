import type { ItemName } from './items.ts';
import type { PlaceName } from './places.ts';

export interface Monster {
  readonly name: string;
  readonly npcId: number;
  readonly combatLevel: number;
  readonly hitpoints: number;
  readonly maxHit: number;
  /** Game ticks between two of its attacks. */
  readonly attackTicks: number;
  readonly place: PlaceName;
  /** The Slayer level that a player needs to fight it. */
  readonly slayerLevel: number;
  readonly boss: boolean;
  readonly drops: readonly Drop[];
  /** The stronger form that sometimes appears instead; null without a superior form. */
  readonly superior: Superior | null;
}

export interface Drop {
  readonly item: ItemName;
  readonly min: number;
  readonly max: number;
  /** The drop happens once in this many kills on average. */
  readonly oneIn: number;
  /** Whether the item has a slot in the collection log. */
  readonly collected: boolean;
}

export type Superior = Readonly<{ name: string; npcId: number }>;

/**
 * Item, quantity or its range, and `oneIn` of the drop; `unique` marks items with a slot in the
 * collection log.
 */
export type DropRow = readonly [ItemName, number | readonly [number, number], number, 'unique'?];

type Figures = readonly [
  npcId: number,
  combatLevel: number,
  hitpoints: number,
  maxHit: number,
  attackTicks: number,
  slayerLevel?: number,
];

const superiors = new Map<string, Superior>([
  ['Bloodveld', { name: 'Insatiable Bloodveld', npcId: 7397 }],
  ['Cave horror', { name: 'Cave abomination', npcId: 7401 }],
  ['Aberrant spectre', { name: 'Abhorrent spectre', npcId: 7402 }],
  ['Dust devil', { name: 'Choke devil', npcId: 7404 }],
  ['Kurask', { name: 'King kurask', npcId: 7405 }],
  ['Gargoyle', { name: 'Marble gargoyle', npcId: 7407 }],
  ['Nechryael', { name: 'Nechryarch', npcId: 7411 }],
  ['Abyssal demon', { name: 'Greater abyssal demon', npcId: 7410 }],
]);

/** Creates a monster from a row of a table; the figures are from the game. */
export function monster(
  name: string,
  [npcId, combatLevel, hitpoints, maxHit, attackTicks, slayerLevel = 1]: Figures,
  place: PlaceName,
  drops: readonly DropRow[],
): Monster {
  return {
    ...{ name, npcId, combatLevel, hitpoints, maxHit, attackTicks, place, slayerLevel },
    ...{ boss: false, drops: drops.map(dropOf), superior: superiors.get(name) ?? null },
  };
}

function dropOf([item, quantity, oneIn, unique]: DropRow): Drop {
  const [min, max] = typeof quantity === 'number' ? [quantity, quantity] : quantity;
  return { item, min, max, oneIn, collected: unique === 'unique' };
}
