import { z } from 'zod';
import { Item } from '../../shared/domain/item.ts';

const { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot } = Item.shape;
/** The fields of an item, without names to save space. */
const Fields = z.tuple([id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot]);
/** Tables of 0.1.0 have objects, and are served until they are rebuilt. */
export const StoredItems = z.union([z.array(Fields), z.array(Item)]);
export type StoredItems = z.infer<typeof StoredItems>;

export function storedItems(items: readonly Item[]): z.infer<typeof Fields>[] {
  return items.map((it) => [
    it.id,
    it.name,
    it.quantity,
    it.ge_price,
    it.ha_price,
    it.equipment_slot,
    it.inventory_slot,
  ]);
}

export function itemsOfRow(stored: StoredItems): Item[] {
  return stored.map((item) => (Array.isArray(item) ? itemOf(item) : item));
}

function itemOf([id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot]: z.infer<
  typeof Fields
>): Item {
  return { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot };
}
