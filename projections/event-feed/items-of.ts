import { createHash } from 'node:crypto';
import { integerWithinOrNull } from '../../shared/domain/integers.ts';
import { quantityMax } from '../../shared/domain/item.ts';
import { isJsonObject } from '../../shared/domain/json-object.ts';
import { searchedName } from '../../shared/domain/searched-name.ts';
import { payloadOf } from '../../shared/events/event-payload.ts';
import { clueSourceOf, clueType } from './duplicates/comparable-content.ts';
import { listOf, lootSourceOf } from './duplicates/loot-content.ts';
import type { StoredEvent } from './stored-event.ts';

/** Names are as `searchedName` gives them, or null. */
export interface EventItem {
  readonly id: number;
  readonly name: string | null;
}

/** Saves parsing the data of events without items. */
const mayHaveItems = /"(?:items|lostItems|itemName|itemId)"/;
/** An item with only a name gets a negative id from a digest. Six bytes are exact as a number. */
const nameIdBytes = 6;

/**
 * The items that were received or lost, and the entry of the collection log, each once. Items that
 * were kept in a death do not count.
 */
export function itemsOf({ item_id, data }: Pick<StoredEvent, 'item_id' | 'data'>): readonly EventItem[] {
  const items = new Map<number, EventItem>();
  const add = (id: number | null, sentName: unknown) => {
    const name = typeof sentName === 'string' ? searchedName(sentName) : '';
    const known = id ?? itemIdOf(null, name);
    if (known === null || items.get(known)?.name != null) return;
    items.set(known, { id: known, name: name === '' ? null : name });
  };
  if (mayHaveItems.test(data)) {
    const { items: received, lostItems, itemId, itemName } = payloadOf(data);
    for (const item of [...listOf(received), ...listOf(lostItems)]) {
      const { id, name } = isJsonObject(item) ? item : {};
      add(gameId(id), name);
    }
    add(gameId(itemId), itemName);
  }
  add(item_id, null);
  return [...items.values()];
}

/** The result of `lootSourceOf`; null for an event without loot. */
export function sourceNameOf(event: Pick<StoredEvent, 'type' | 'tier' | 'data'>): string | null {
  if (event.type === 'loot' || event.type === 'pk_loot') return lootSourceOf(event);
  return event.type === clueType ? clueSourceOf(event) : null;
}

/** By its id, else by its name; null without both. */
export function itemIdOf(id: unknown, name: string | null): number | null {
  const searched = searchedName(name ?? '');
  return gameId(id) ?? (searched === '' ? null : idOfName(searched));
}

function gameId(value: unknown): number | null {
  return integerWithinOrNull(value, 0, quantityMax);
}

function idOfName(name: string): number {
  return -2 - createHash('sha256').update(name).digest().readUIntBE(0, nameIdBytes);
}
