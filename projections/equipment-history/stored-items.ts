import { z } from 'zod';
import { Item } from '../../shared/domain/item.ts';

const { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot } = Item.shape;
/** The fields of an item, without names to save space. */
const Fields = z.tuple([id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot]);
type Fields = z.infer<typeof Fields>;
/** Tables of 0.1.0 have objects, and are served until they are rebuilt. */
export const StoredItems = z.union([z.array(Fields), z.array(Item)]);
export type StoredItems = z.infer<typeof StoredItems>;

const names = ['id', 'name', 'quantity', 'ge_price', 'ha_price', 'equipment_slot', 'inventory_slot'] as const;

export function storedItems(items: readonly Item[]): Fields[] {
  return items.map((item) => names.map((each) => item[each]) as Fields);
}

export function itemsOfRow(stored: StoredItems): Item[] {
  return stored.map((item) => (Array.isArray(item) ? itemOf(item) : item));
}

function itemOf([id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot]: Fields): Item {
  return { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot };
}
