import { integerWithin, sumProducts } from '../../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../../shared/domain/item.ts';
import { asObject, readList } from '../../reading/read-value.ts';
import type { DinkSkip } from './skipped-kinds.ts';

interface ItemStack {
  readonly id: number;
  readonly quantity: number;
  readonly priceEach: number;
}

/** The total value of item stacks, in gp, and the most valuable item. */
export interface ItemStacksValue {
  /** Saturates at 2^53 - 1. */
  readonly value: number;
  readonly mostValuableId: number | null;
}

/**
 * Reads the stacks of a list, at most 100. A stack with a number out of bounds is left out and counted.
 * @returns null for a value that is no list, and for a list without usable stacks
 */
export function readStacks(list: unknown, skip: DinkSkip): ItemStacksValue | null {
  const stacks = readList(list, itemsMax, 'item', skip, readStack);
  if (stacks === null) return null;
  const pairs = stacks.map(({ quantity, priceEach }) => [quantity, priceEach] as const);
  return { value: sumProducts(pairs), mostValuableId: mostValuableOf(stacks) };
}

function readStack(value: unknown): ItemStack | null {
  const sent = asObject(value);
  const id = integerWithin(sent?.id, 0, quantityMax);
  const quantity = integerWithin(sent?.quantity, 0, quantityMax);
  const priceEach = integerWithin(sent?.priceEach ?? 0, 0, quantityMax);
  return id === null || quantity === null || priceEach === null ? null : { id, quantity, priceEach };
}

/** The first of the most valuable stacks. Products above 2^53 are compared exactly. */
function mostValuableOf(stacks: readonly ItemStack[]): number | null {
  let best: { readonly id: number; readonly worth: bigint } | null = null;
  for (const { id, quantity, priceEach } of stacks) {
    const worth = BigInt(quantity) * BigInt(priceEach);
    if (best === null || worth > best.worth) best = { id, worth };
  }
  return best?.id ?? null;
}
