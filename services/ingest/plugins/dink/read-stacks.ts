import { cappedSumOfProducts } from '../../../../shared/domain/integers.ts';
import { itemsMax } from '../../../../shared/domain/item.ts';
import { readNumber } from '../../reading/read-fields.ts';
import { asObject, readList, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';

interface ItemStack {
  readonly id: number;
  readonly quantity: number;
  /** Null for a price out of bounds. */
  readonly priceEach: number | null;
}

export interface ItemStacksValue {
  /** Gp, at most 2^53 - 1. Null when every price is out of bounds; a missing price counts as 0. */
  readonly value: number | null;
  readonly mostValuableId: number | null;
}

/**
 * Reads at most 100 stacks. A stack with a wrong id or quantity is left out and counted; a wrong
 * price is only counted.
 * @returns null for a value that is no list, and for a list in which no stack is usable
 */
export function readStacks(list: unknown, skip: SkipCounter): ItemStacksValue | null {
  const stacks = readList(list, itemsMax, 'item', skip, (stack) => readStack(stack, skip));
  if (stacks === null) return null;
  const pairs = stacks.map(({ quantity, priceEach }) => [quantity, priceEach ?? 0] as const);
  const hasNoPrice = stacks.length > 0 && stacks.every(({ priceEach }) => priceEach === null);
  return { value: hasNoPrice ? null : cappedSumOfProducts(pairs), mostValuableId: mostValuableOf(stacks) };
}

/** Dink computes prices of untradeable items, which may be negative. */
function readStack(value: unknown, skip: SkipCounter): ItemStack | null {
  const sent = asObject(value);
  const id = readNumber(sent?.id);
  const quantity = readNumber(sent?.quantity);
  if (id === null || quantity === null) return null;
  const priceEach = readOptional(sent?.priceEach ?? 0, 'price', skip, readNumber);
  return { id, quantity, priceEach };
}

/** BigInt, because products may be above 2^53. */
function mostValuableOf(stacks: readonly ItemStack[]): number | null {
  let best: { readonly id: number; readonly worth: bigint } | null = null;
  for (const { id, quantity, priceEach } of stacks) {
    const worth = BigInt(quantity) * BigInt(priceEach ?? 0);
    if (best === null || worth > best.worth) best = { id, worth };
  }
  return best?.id ?? null;
}
