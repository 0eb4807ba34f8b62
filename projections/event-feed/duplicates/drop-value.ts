import { cappedSumOfProducts, integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { payloadOf } from '../../../shared/events/event-payload.ts';
import { valueGpMax } from '../../../shared/events/types/game-event-recorded.ts';
import type { StoredEvent } from '../stored-event.ts';
import { listOf } from './loot-content.ts';

type Drop = Pick<StoredEvent, 'value_gp' | 'item_id' | 'data'>;

export interface DropValue {
  /** Gp; null when no record has a value. */
  readonly value_gp: number | null;
  readonly item_id: number | null;
  /** For the payload; null if the merged payload names the item already. */
  readonly highestValueItem: PricedItem | null;
}

interface PricedItem {
  readonly id: number;
  readonly name: string | null;
  readonly quantity: number;
  readonly gePrice: number;
}

/**
 * The value and the most valuable item of a drop that two plugins report. Each item counts at the
 * higher price of both records, because a plugin may know no price. Gives the same for both orders.
 */
export function valueOfDrop(drop: Drop, other: Drop): DropValue {
  const items = new Map<number, PricedItem>();
  for (const item of [...pricedItemsOf(drop), ...pricedItemsOf(other)]) {
    const known = items.get(item.id);
    items.set(item.id, known === undefined ? item : higherOf(known, item));
  }
  const [best = null] = [...items.values()].toSorted(byWorth);
  const sum = cappedSumOfProducts([...items.values()].map(({ quantity, gePrice }) => [quantity, gePrice]));
  const values = [drop.value_gp, other.value_gp, sum === 0 || sum > valueGpMax ? null : sum];
  const known = values.filter((value) => value !== null);
  const value_gp = known.length === 0 ? null : Math.max(...known);
  if (best === null || best.gePrice === 0) {
    return { value_gp, item_id: drop.item_id ?? other.item_id, highestValueItem: null };
  }
  const isNamed = itemInHeadline(drop, other, best.id) === best.id;
  return { value_gp, item_id: best.id, highestValueItem: isNamed ? null : best };
}

/** Each item once, with its stacks added up. */
function pricedItemsOf({ data }: Drop): readonly PricedItem[] {
  const { items, highestValueItem } = payloadOf(data);
  const priced = new Map<number, PricedItem>();
  for (const sent of listOf(items)) {
    const item = pricedItemOf(sent);
    if (item === null) continue;
    const quantity = item.quantity + (priced.get(item.id)?.quantity ?? 0);
    priced.set(item.id, { ...higherOf(priced.get(item.id) ?? item, item), quantity });
  }
  // An earlier merge may have set a higher price there.
  const highest = pricedItemOf(highestValueItem);
  if (highest !== null) priced.set(highest.id, higherOf(priced.get(highest.id) ?? highest, highest));
  return [...priced.values()];
}

/** The price is `gePrice` or `priceEach`, as the plugin writes it. */
function pricedItemOf(sent: unknown): PricedItem | null {
  if (!isJsonObject(sent)) return null;
  const id = integerWithinOrNull(sent.id, 0, quantityMax);
  const quantity = integerWithinOrNull(sent.quantity, 1, quantityMax);
  if (id === null || quantity === null) return null;
  const gePrice = integerWithinOrNull(sent.gePrice ?? sent.priceEach, 0, quantityMax) ?? 0;
  return { id, name: typeof sent.name === 'string' ? sent.name : null, quantity, gePrice };
}

function higherOf(one: PricedItem, other: PricedItem): PricedItem {
  return {
    id: one.id,
    name: one.name ?? other.name,
    quantity: Math.max(one.quantity, other.quantity),
    gePrice: Math.max(one.gePrice, other.gePrice),
  };
}

function byWorth(one: PricedItem, other: PricedItem): number {
  return other.quantity * other.gePrice - one.quantity * one.gePrice || one.id - other.id;
}

/** The id of the item that the headline of the merged event would name; null for no item. */
function itemInHeadline(drop: Drop, other: Drop, bestId: number): number | null {
  const { highestValueItem = payloadOf(other.data).highestValueItem } = payloadOf(drop.data);
  if (highestValueItem !== undefined) return pricedItemOf(highestValueItem)?.id ?? null;
  const listed = pricedItemsOf(drop).find(({ id }) => id === bestId);
  return listed?.name == null ? null : bestId;
}
