import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { type Payload, payloadOf } from '../../../shared/events/event-payload.ts';
import { valueGpMax } from '../../../shared/events/types/game-event-recorded.ts';
import { clueType } from '../duplicates/comparable-content.ts';
import { listOf } from '../duplicates/loot-content.ts';
import { isDrop } from '../duplicates/merge-reports.ts';
import { itemIdOf, sourceNameOf } from '../items-of.ts';
import type { StoredEvent } from '../stored-event.ts';

export const dropKinds = ['npc', 'event', 'pickpocket', 'player', 'clue'] as const;
export type DropKind = (typeof dropKinds)[number];

export interface DropItem {
  readonly item_id: number;
  readonly name: string | null;
  readonly quantity: number | null;
  /** All pieces together, gp; null when no price is known. */
  readonly value_gp: number | null;
}

/**
 * A row of `account_drop`; the migration describes the columns (rules/drops.md#drops). Null for an
 * event that is no drop, and for special worlds, where prices mean something else.
 */
export function dropOf(event: StoredEvent) {
  if (event.special_world || !isDrop(event)) return null;
  const { account_id, seq, occurred_at, value_gp } = event;
  const payload = payloadOf(event.data);
  const source_name = sourceNameOf(event);
  const { source } = payload;
  const sent = textOrNull(isJsonObject(source) ? source.text : source);
  return {
    ...{ account_id, seq, occurred_at, source_name, value_gp },
    // A clue without a message for loot names no source.
    source: source_name === null ? null : (sent ?? source_name),
    kind: kindOf(event.type, source_name, payload),
    kill_count: integerWithinOrNull(payload.killCount, 1, quantityMax),
  };
}

function kindOf(type: string, sourceName: string | null, payload: Payload): DropKind | null {
  if (type === 'pk_loot') return 'player';
  if (type === clueType || sourceName?.startsWith('clue scroll (') === true) return 'clue';
  // Each plugin has its own name for it.
  const sent = payload.category ?? payload.type ?? payload.lootType;
  return dropKinds.find((kind) => typeof sent === 'string' && kind === sent.toLowerCase()) ?? null;
}

/** @param records other records of the drop, each of another plugin */
export function dropItemsOf(
  { data }: Pick<StoredEvent, 'data'>,
  records: readonly Pick<StoredEvent, 'data'>[],
): readonly DropItem[] {
  const items = itemsIn(data);
  for (const record of records) {
    for (const [id, item] of itemsIn(record.data)) {
      // Without an id, the item may be in the list of the event under its id.
      if (id >= 0) items.set(id, combined(items.get(id), item, Math.max));
    }
  }
  return [...items.values()];
}

function itemsIn(data: string): Map<number, DropItem> {
  const { items, highestValueItem } = payloadOf(data);
  const found = new Map<number, DropItem>();
  for (const sent of listOf(items)) {
    const item = itemOf(sent);
    if (item !== null) found.set(item.item_id, combined(found.get(item.item_id), item, sum));
  }
  // A merge may have set a higher price there.
  const highest = itemOf(highestValueItem);
  if (highest !== null) found.set(highest.item_id, combined(found.get(highest.item_id), highest, Math.max));
  return found;
}

function itemOf(sent: unknown): DropItem | null {
  const { id, name: sentName, quantity: sentQuantity, ...worth } = isJsonObject(sent) ? sent : {};
  const name = textOrNull(sentName);
  const item_id = itemIdOf(id, name);
  if (item_id === null) return null;
  const quantity = integerWithinOrNull(sentQuantity, 1, quantityMax);
  // A price of 0 is not known. Some messages say the value of the stack.
  const price = integerWithinOrNull(worth.gePrice ?? worth.priceEach, 1, quantityMax);
  const value = quantity === null || price === null ? worth.value : quantity * price;
  return { item_id, name, quantity, value_gp: integerWithinOrNull(value, 1, valueGpMax) };
}

type Combine = (one: number, other: number) => number;
const sum: Combine = (one, other) => one + other;

function combined(one: DropItem | undefined, other: DropItem, combine: Combine): DropItem {
  if (one === undefined) return other;
  const either = (left: number | null, right: number | null) =>
    left === null || right === null ? (left ?? right) : combine(left, right);
  return {
    item_id: one.item_id,
    name: one.name ?? other.name,
    quantity: either(one.quantity, other.quantity),
    value_gp: either(one.value_gp, other.value_gp),
  };
}

function textOrNull(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().slice(0, searchedNameLengthMax) : '';
  return text === '' ? null : text;
}
