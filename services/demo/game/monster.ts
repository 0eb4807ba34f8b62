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

export interface Superior {
  readonly name: string;
  readonly npcId: number;
}

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
];

/** Creates a monster from a row of a table; the figures are from the game. */
export function monster(
  name: string,
  [npcId, combatLevel, hitpoints, maxHit, attackTicks]: Figures,
  place: PlaceName,
  drops: readonly DropRow[],
  more: { readonly slayerLevel?: number; readonly boss?: boolean; readonly superior?: Superior } = {},
): Monster {
  return {
    name,
    npcId,
    combatLevel,
    hitpoints,
    maxHit,
    attackTicks,
    place,
    slayerLevel: more.slayerLevel ?? 1,
    boss: more.boss ?? false,
    drops: drops.map(dropOf),
    superior: more.superior ?? null,
  };
}

function dropOf([item, quantity, oneIn, unique]: DropRow): Drop {
  const [min, max] = typeof quantity === 'number' ? [quantity, quantity] : quantity;
  return { item, min, max, oneIn, collected: unique === 'unique' };
}
