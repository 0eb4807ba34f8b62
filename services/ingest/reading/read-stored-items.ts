import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { asObject } from './read-value.ts';
import type { SkipCounter } from './skip-counter.ts';

export interface StoredItem {
  readonly id: number;
  readonly quantity: number;
}

/** Far above the game's largest bank. */
export const bankItemsMax = 2_000;
/** The game has about 1,700 items in its collection log. */
export const collectionItemsMax = 4_000;

/**
 * Reads at most `max` items. Unusable items are counted. Id -1 or quantity 0 means a place without
 * an item.
 * @returns null for a value that is no list, and for a list with only unusable items: an empty list
 * would mean an empty storage
 */
export function readStoredItems(value: unknown, max: number, skip: SkipCounter): StoredItem[] | null {
  return Array.isArray(value)
    ? usableItems(
        value.slice(0, max).map((sent) => asObject(sent) ?? {}),
        { left: Math.max(0, value.length - max), skip },
      )
    : null;
}

/** Does the same as `readStoredItems` for a list of id, quantity, id, quantity and so on. */
export function readItemPairs(value: unknown, max: number, skip: SkipCounter): StoredItem[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  const count = value.length / 2;
  const pairs = Array.from({ length: Math.min(count, max) }, (_, place) => ({
    id: value[2 * place],
    quantity: value[2 * place + 1],
  }));
  return usableItems(pairs, { left: Math.max(0, count - max), skip });
}

function usableItems(
  sent: readonly { readonly id?: unknown; readonly quantity?: unknown }[],
  { left, skip }: { readonly left: number; readonly skip: SkipCounter },
): StoredItem[] | null {
  const items: StoredItem[] = [];
  let wrong = left;
  for (const { id: sentId, quantity: sentQuantity } of sent) {
    const id = integerWithinOrNull(sentId, -1, quantityMax);
    const quantity = integerWithinOrNull(sentQuantity, 0, quantityMax);
    if (id === null || quantity === null) wrong += 1;
    else if (id !== -1 && quantity !== 0) items.push({ id, quantity });
  }
  skip('item', wrong);
  return items.length === 0 && wrong > 0 ? null : items;
}
