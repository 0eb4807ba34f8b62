import { z } from 'zod';
import { Int32 } from './integer-schemas.ts';
import { cappedSumOfProducts } from './integers.ts';

/** An occupied slot (read-api.md 2.4). A missing field is null. */
export const Item = z.object({
  id: Int32,
  name: z.string().nullable(),
  quantity: Int32,
  ge_price: Int32.nullable(),
  ha_price: Int32.nullable(),
  equipment_slot: z.string().nullable(),
  inventory_slot: Int32.nullable(),
});
export type Item = z.infer<typeof Item>;

export const quantityMax = 2_147_483_647;
export const itemsMax = 100;

/** At guide prices, at most 2^53 - 1 (rules/input.md#bounds). */
export function itemsValue(items: readonly Item[]): number {
  return cappedSumOfProducts(items.map((item) => [item.ge_price ?? 0, item.quantity]));
}

/** The name of an item that no report and no file has named. */
export function unknownItemName(id: number): string {
  return `Unknown (${id})`;
}
