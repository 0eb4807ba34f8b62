import { integerWithin } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';

/** What is in a slot, by its id alone. */
export interface SlotItem {
  readonly id: number;
  readonly quantity: number;
  /** The name of the slot, of worn gear. */
  readonly equipment_slot: string | null;
  /** The place of the slot, of what is carried. */
  readonly inventory_slot: number | null;
}

/** Null for an empty slot, undefined for one that says nothing that can be used. */
export function readSlot(
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
