import { integerWithin } from '../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../shared/domain/item.ts';
import { asObject } from './read-value.ts';
import type { SkipKind } from './skip-counter.ts';

/** What is in a slot, by its id alone. */
export interface SlotItem {
  readonly id: number;
  readonly quantity: number;
  /** The name of the slot, of worn gear. */
  readonly equipment_slot: string | null;
  /** The place of the slot, of what is carried. */
  readonly inventory_slot: number | null;
}

/**
 * The items in slots, at most 100 looked at; a slot that says nothing usable is counted, an empty one is not. Null when nothing
 * of it could be used: that must not pass for empty slots.
 * @param entries of each slot what `slotOf` names it by, and the object with `id` and `quantity` that was sent
 */
export function readSlots<Slot>(
  entries: readonly (readonly [Slot, unknown])[],
  skip: SkipKind<'item'>,
  slotOf: (slot: Slot) => Omit<SlotItem, 'id' | 'quantity'>,
): SlotItem[] | null {
  const items: SlotItem[] = [];
  let wrong = Math.max(0, entries.length - itemsMax);
  for (const [slot, value] of entries.slice(0, itemsMax)) {
    const { id, quantity } = asObject(value) ?? {};
    const item = readSlot(id, quantity, slotOf(slot));
    if (item === undefined) wrong += 1;
    else if (item !== null) items.push(item);
  }
  skip('item', wrong);
  return items.length === 0 && wrong > 0 ? null : items;
}

/** Null for an empty slot, undefined for one that says nothing that can be used. */
function readSlot(
  sentId: unknown,
  sentQuantity: unknown,
  slot: Omit<SlotItem, 'id' | 'quantity'>,
): SlotItem | null | undefined {
  const id = integerWithin(sentId, -1, quantityMax);
  const quantity = integerWithin(sentQuantity, 0, quantityMax);
  if (id === null || quantity === null) return undefined;
  // Id 0 is an item of the game, so that alone says nothing.
  return id === -1 || quantity === 0 ? null : { id, quantity, ...slot };
}
