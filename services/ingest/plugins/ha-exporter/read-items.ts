import { integerWithin } from '../../../../shared/domain/integers.ts';
import { type Item, itemsMax, quantityMax } from '../../../../shared/domain/item.ts';
import { itemTextLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { asObject, readList } from '../../reading/read-value.ts';
import type { HaEvent } from './message.ts';
import type { HaSkip } from './skipped-kinds.ts';

/** The items of `inventory` or `equipment`. An item with a number out of bounds is left out and counted. */
export function readItems(section: unknown, skip: HaSkip): Item[] | null {
  return readList(asObject(section)?.items, itemsMax, 'item', skip, readItem);
}

/** The items of drops, with names and prices. */
export function droppedItems(events: readonly HaEvent[]): Item[] {
  return events
    .filter(({ type }) => type === 'loot' || type === 'pkLoot')
    .flatMap(({ elements }) => elements.flatMap(({ data }) => readItems(data, () => {}) ?? []));
}

function readItem(value: unknown): Item | null {
  const item = asObject(value);
  if (item === null) return null;
  const id = integerWithin(item.id, 0, quantityMax);
  const quantity = integerWithin(item.quantity, 0, quantityMax);
  if (id === null || quantity === null) return null;
  const gePrice = readPrice(item.gePrice);
  const haPrice = readPrice(item.haPrice);
  if (gePrice === undefined || haPrice === undefined) return null;
  return {
    id,
    name: readText(item.name),
    quantity,
    ge_price: gePrice,
    ha_price: haPrice,
    equipment_slot: readText(item.equipmentSlot),
    inventory_slot: integerWithin(item.inventorySlot, 0, quantityMax),
  };
}

/** Null for a missing price, undefined for a price out of bounds. */
function readPrice(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  return integerWithin(value, 0, quantityMax) ?? undefined;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? storableText(value, itemTextLengthMax) : null;
}
