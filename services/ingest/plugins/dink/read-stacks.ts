import { integerWithin, sumProducts } from '../../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../../shared/domain/item.ts';
import { asObject, readList } from '../../reading/read-value.ts';
import type { DinkSkip } from './skipped.ts';

interface ItemStack {
  readonly id: number;
  readonly quantity: number;
  readonly priceEach: number;
}

/** What stacks of items are worth together, in gp, and which of them is worth most. */
export interface StacksValue {
  /** Saturates at 2^53 - 1. */
  readonly value: number;
  readonly mostValuableId: number | null;
}

/**
 * The stacks of a list, at most 100 looked at; one with a number out of bounds is left out and counted. Null when it is no
 * list, or when nothing of it can be used: such a list must not pass for an empty one.
 */
export function readStacks(list: unknown, skip: DinkSkip): StacksValue | null {
  const stacks = readList(list, itemsMax, 'item', skip, readStack);
  if (stacks === null) return null;
  const pairs = stacks.map(({ quantity, priceEach }) => [quantity, priceEach] as const);
  return { value: sumProducts(pairs), mostValuableId: dearestOf(stacks) };
}

function readStack(value: unknown): ItemStack | null {
  const sent = asObject(value);
  const id = integerWithin(sent?.id, 0, quantityMax);
  const quantity = integerWithin(sent?.quantity, 0, quantityMax);
  const priceEach = integerWithin(sent?.priceEach ?? 0, 0, quantityMax);
  return id === null || quantity === null || priceEach === null ? null : { id, quantity, priceEach };
}

/** The first of those that are worth most: products beyond 2^53 are compared exactly. */
function dearestOf(stacks: readonly ItemStack[]): number | null {
  let dearest: { readonly id: number; readonly worth: bigint } | null = null;
  for (const { id, quantity, priceEach } of stacks) {
    const worth = BigInt(quantity) * BigInt(priceEach);
    if (dearest === null || worth > dearest.worth) dearest = { id, worth };
  }
  return dearest?.id ?? null;
}
