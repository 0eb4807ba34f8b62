import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../shared/domain/item.ts';
import { readNumber } from './read-fields.ts';
import { asObject } from './read-value.ts';
import type { SkipCounter } from './skip-counter.ts';

export interface StoredItem {
  readonly id: number;
  readonly quantity: number;
}

export interface SlotItem extends StoredItem {
  readonly equipment_slot: string | null;
  readonly inventory_slot: number | null;
}

/** Far above the game's largest bank. */
export const bankItemsMax = 2_000;
/** The game has about 1,700 items in its collection log. */
export const collectionItemsMax = 4_000;

/**
 * Reads at most `max` items. Unusable items are counted, and empty places are left out.
 * @returns null for a value that is no list, and for a list with only unusable items: an empty list
 * would mean an empty storage
 */
export function readStoredItems(value: unknown, max: number, skip: SkipCounter): StoredItem[] | null {
  if (!Array.isArray(value)) return null;
  return usableItems(value, max, skip, readStoredItem);
}

/** Does the same as `readStoredItems` for a list of id, quantity, id, quantity and so on. */
export function readItemPairs(value: unknown, max: number, skip: SkipCounter): StoredItem[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  return usableItems(pairsOf(value), max, skip, readStoredItem);
}

/**
 * Does the same as `readStoredItems` for at most 100 slots.
 * @param entries for each slot: the key for `slotOf`, and the sent object
 */
export function readSlots<Slot>(
  entries: readonly (readonly [Slot, unknown])[],
  skip: SkipCounter,
  slotOf: (slot: Slot) => Omit<SlotItem, 'id' | 'quantity'>,
): SlotItem[] | null {
  return usableItems(entries, itemsMax, skip, ([slot, value]) => {
    const item = readStoredItem(value);
    return item && { ...item, ...slotOf(slot) };
  });
}

/** From a list of id, quantity, id, quantity and so on. */
export function pairsOf(sent: readonly unknown[]): { readonly id: unknown; readonly quantity: unknown }[] {
  return Array.from({ length: sent.length / 2 }, (_, place) => ({
    id: sent[2 * place],
    quantity: sent[2 * place + 1],
  }));
}

/** Null for an empty place, undefined for an unusable item. */
function readStoredItem(value: unknown): StoredItem | null | undefined {
  const sent = asObject(value);
  const id = integerWithinOrNull(sent?.id, -1, quantityMax);
  const quantity = readNumber(sent?.quantity);
  if (id === null || quantity === null) return undefined;
  // Id 0 is an item of the game, so id 0 is no empty place.
  return id === -1 || quantity === 0 ? null : { id, quantity };
}

function usableItems<Sent, Item>(
  sent: readonly Sent[],
  max: number,
  skip: SkipCounter,
  read: (sent: Sent) => Item | null | undefined,
): Item[] | null {
  const items: Item[] = [];
  let wrong = Math.max(0, sent.length - max);
  for (const each of sent.slice(0, max)) {
    const item = read(each);
    if (item === undefined) wrong += 1;
    else if (item !== null) items.push(item);
  }
  skip('item', wrong);
  return items.length === 0 && wrong > 0 ? null : items;
}
