import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../shared/domain/item.ts';
import { asObject } from './read-value.ts';
import type { SkipCounter } from './skip-counter.ts';

export interface SlotItem {
  readonly id: number;
  readonly quantity: number;
  readonly equipment_slot: string | null;
  readonly inventory_slot: number | null;
}

/**
 * Reads at most 100 slots. An unusable slot is counted, and an empty slot is left out.
 * @param entries for each slot: the key for `slotOf`, and the sent object
 * @returns null when no slot was usable: an empty list would mean that all slots are empty
 */
export function readSlots<Slot>(
  entries: readonly (readonly [Slot, unknown])[],
  skip: SkipCounter,
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

/** Null for an empty slot, undefined for an unusable slot. */
function readSlot(
  sentId: unknown,
  sentQuantity: unknown,
  slot: Omit<SlotItem, 'id' | 'quantity'>,
): SlotItem | null | undefined {
  const id = integerWithinOrNull(sentId, -1, quantityMax);
  const quantity = integerWithinOrNull(sentQuantity, 0, quantityMax);
  if (id === null || quantity === null) return undefined;
  // Id 0 is an item of the game, so id 0 is no empty slot.
  return id === -1 || quantity === 0 ? null : { id, quantity, ...slot };
}
