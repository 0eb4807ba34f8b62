import { z } from 'zod';
import { Item } from '../../shared/domain/item.ts';

/** The fields of an item in their order, without names to save space. */
const Fields = z.tuple([
  Item.shape.id,
  Item.shape.name,
  Item.shape.quantity,
  Item.shape.ge_price,
  Item.shape.ha_price,
  Item.shape.equipment_slot,
  Item.shape.inventory_slot,
]);
type Fields = z.infer<typeof Fields>;

/** Tables of 0.1.0 have objects, and are served until they are rebuilt. */
export const StoredItems = z.union([z.array(Fields), z.array(Item)]);
export type StoredItems = z.infer<typeof StoredItems>;

export function storedItems(items: readonly Item[]): Fields[] {
  return items.map((item) => [
    item.id,
    item.name,
    item.quantity,
    item.ge_price,
    item.ha_price,
    item.equipment_slot,
    item.inventory_slot,
  ]);
}

export function itemsOfRow(stored: StoredItems): Item[] {
  return stored.map((item) => (Array.isArray(item) ? itemOf(item) : item));
}

function itemOf([id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot]: Fields): Item {
  return { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot };
}
