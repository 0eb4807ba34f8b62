import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { itemsMax, quantityMax } from '../../../shared/domain/item.ts';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { type Payload, payloadOf } from '../../../shared/events/event-payload.ts';
import type { StoredEvent } from '../stored-event.ts';

type Loot = Pick<StoredEvent, 'item_id' | 'value_gp' | 'data'>;

/** The monster, player or chest as `searchedName` gives it; null when it was not sent. */
export function lootSourceOf({ data }: Pick<Loot, 'data'>): string | null {
  const { source } = payloadOf(data);
  const name = isJsonObject(source) ? source.text : source;
  const text = typeof name === 'string' ? searchedName(name) : '';
  return text === '' ? null : text;
}

/**
 * For `isSameLoot`. Plugins price items differently, so prices do not count. Without a list of
 * items, the most valuable item and the value count.
 */
export function lootItemsOf({ item_id, value_gp, data }: Loot): string {
  const quantities = quantitiesIn(payloadOf(data));
  return JSON.stringify(quantities.length === 0 ? { item_id, value_gp } : quantities);
}

/**
 * Also true when one list contains the other: a plugin may leave out cheap items or cut a long
 * list.
 */
export function isSameLoot(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [JSON.parse(one), JSON.parse(other)] as unknown[];
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  const known = new Set(more.map((item) => JSON.stringify(item)));
  return fewer.every((item) => known.has(JSON.stringify(item)));
}

/** The items of a payload. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, itemsMax) : [];
}

/** `[id, quantity]` by id, with the stacks of an item added up. */
function quantitiesIn({ items }: Payload): [number, number][] {
  const quantities = new Map<number, number>();
  for (const item of listOf(items)) {
    const { id: sentId, quantity: sentQuantity } = isJsonObject(item) ? item : {};
    const id = integerWithinOrNull(sentId, 0, quantityMax);
    const quantity = integerWithinOrNull(sentQuantity, 1, quantityMax);
    if (id !== null && quantity !== null) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return [...quantities].toSorted(([left], [right]) => left - right);
}
