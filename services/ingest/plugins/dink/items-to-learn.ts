import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../../shared/domain/item.ts';
import { itemTextLengthMax, storableText } from '../../../../shared/domain/text.ts';
import type { ItemDetails } from '../../game/known-game.ts';
import { asObject } from '../../reading/read-value.ts';
import type { DinkMessage } from './message.ts';

/** Drops, kept, lost and worn items, and new entries of the collection log. */
export function shownItemsOf({ extra }: Pick<DinkMessage, 'extra'>): ItemDetails[] {
  const { items, keptItems, lostItems, victimEquipment, itemId, itemName, price } = asObject(extra) ?? {};
  const worn = Object.values(asObject(victimEquipment) ?? {});
  const entry = { id: itemId, name: itemName, priceEach: price };
  const stacks = [items, keptItems, lostItems, worn].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, itemsMax) : [],
  );
  return [...stacks, entry].flatMap((stack) => itemSaid(stack) ?? []);
}

function itemSaid(value: unknown): ItemDetails | null {
  const { id: sentId, name, priceEach } = asObject(value) ?? {};
  const id = integerWithinOrNull(sentId, 0, quantityMax);
  if (id === null || typeof name !== 'string' || name.trim() === '') return null;
  return {
    id,
    name: storableText(name, itemTextLengthMax),
    ge_price: integerWithinOrNull(priceEach, 0, quantityMax),
    ha_price: null,
  };
}
