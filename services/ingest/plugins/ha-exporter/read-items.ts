import { type Item, itemsMax } from '../../../../shared/domain/item.ts';
import { itemTextLengthMax } from '../../../../shared/domain/text.ts';
import { readNumber, readText } from '../../reading/read-fields.ts';
import { asObject, readList, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';
import type { HaEvent } from './message.ts';

/**
 * An item with an id or quantity out of bounds is left out and counted. A price out of bounds is
 * left out.
 */
export function readItems(section: unknown, skip: SkipCounter): Item[] | null {
  return readList(asObject(section)?.items, itemsMax, 'item', skip, (item) => readItem(item, skip));
}

export function droppedItems(events: readonly HaEvent[]): Item[] {
  return events
    .filter(({ type }) => type === 'loot' || type === 'pkLoot')
    .flatMap(({ elements }) => elements.flatMap(({ data }) => readItems(data, () => {}) ?? []));
}

function readItem(value: unknown, skip: SkipCounter): Item | null {
  const item = asObject(value);
  if (item === null) return null;
  const id = readNumber(item.id);
  const quantity = readNumber(item.quantity);
  if (id === null || quantity === null) return null;
  return {
    id,
    name: readText(item.name, itemTextLengthMax),
    quantity,
    ge_price: readPrice(item.gePrice, skip),
    ha_price: readPrice(item.haPrice, skip),
    equipment_slot: readText(item.equipmentSlot, itemTextLengthMax),
    inventory_slot: readNumber(item.inventorySlot),
  };
}

/** The plugin computes some prices, which may be negative or too large. */
function readPrice(value: unknown, skip: SkipCounter): number | null {
  return readOptional(value, 'price', skip, readNumber);
}
