import type { HubEvent } from '../../../../../shared/client/api.ts';
import { integerWithinOrNull } from '../../../../../shared/domain/integers.ts';
import { isJsonObject } from '../../../../../shared/domain/json-object.ts';
import { exactAmount } from '../text/format.ts';

export interface ListedItem {
  readonly name: string;
  /** With the quantity, when it is more than one. */
  readonly text: string;
}

const itemsMax = 100;
const unnamed = 'Unknown item';
export const typesOfDrops: ReadonlySet<string> = new Set(['loot', 'pk_loot', 'CLUE']);

/** As the plugin listed the items, with the stacks of an item added up. */
export function listedItemsOf(event: HubEvent): readonly ListedItem[] {
  const { items } = payloadOf(event);
  if (!typesOfDrops.has(event.type) || !Array.isArray(items)) return [];
  const quantities = new Map<string, number>();
  for (const item of items.slice(0, itemsMax).filter(isJsonObject)) {
    const [name = unnamed] = textsOf(item.name);
    const quantity = integerWithinOrNull(item.quantity, 1, Number.MAX_SAFE_INTEGER) ?? 1;
    quantities.set(name, (quantities.get(name) ?? 0) + quantity);
  }
  return [...quantities].map(([name, quantity]) => ({
    name,
    text: quantity === 1 ? name : `${exactAmount(quantity)} × ${name}`,
  }));
}

/** The names by which the filter finds the event. */
export function namesIn(event: HubEvent) {
  const { source, itemName } = payloadOf(event);
  const items = [...textsOf(itemName), ...listedItemsOf(event).map(({ name }) => name)];
  const sources = typesOfDrops.has(event.type) ? textsOf(isJsonObject(source) ? source.text : source) : [];
  return { items: items.filter((name) => name !== unnamed), sources };
}

/** Plugins send an object, or a list of one object. */
function payloadOf({ data }: HubEvent): Readonly<Record<string, unknown>> {
  const [sent] = [data.data ?? data.extra].flat();
  return isJsonObject(sent) ? sent : {};
}

function textsOf(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value.trim().slice(0, 100) : '';
  return text === '' ? [] : [text];
}
