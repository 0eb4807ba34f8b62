import { itemsMax } from '../../../../shared/domain/item.ts';
import { itemTextLengthMax } from '../../../../shared/domain/text.ts';
import type { ItemDetails } from '../../game/known-game.ts';
import { readNumber, readWords } from '../../reading/read-fields.ts';
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
  const sent = asObject(value) ?? {};
  const [id, name] = [readNumber(sent.id), readWords(sent.name, itemTextLengthMax)];
  if (id === null || name === null) return null;
  return { id, name, ge_price: readNumber(sent.priceEach), ha_price: null };
}
