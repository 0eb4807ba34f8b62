import type { HubEvent } from '../../../../../shared/client/api.ts';
import { integerWithinOrNull } from '../../../../../shared/domain/integers.ts';
import { isJsonObject } from '../../../../../shared/domain/json-object.ts';
import { hasWords } from '../../../../../shared/domain/name-words.ts';
import { searchedName } from '../../../../../shared/domain/searched-name.ts';
import { exactAmount } from '../text/format.ts';

export interface ListedItem {
  readonly id: number | null;
  readonly name: string;
  /** With the quantity, when it is more than one. */
  readonly text: string;
  /** In gp, of all; 0 without a price. */
  readonly worth: number;
}

const itemsMax = 100;
const unnamed = 'Unknown item';
export const typesOfDrops: ReadonlySet<string> = new Set(['loot', 'pk_loot', 'CLUE']);

/** Drops, and losses of a death, as the plugin listed them, with the stacks of an item added up. */
export function listedItemsOf(event: HubEvent): readonly ListedItem[] {
  const { items: received, lostItems } = payloadOf(event);
  const items = event.type === 'death' ? lostItems : typesOfDrops.has(event.type) ? received : null;
  if (!Array.isArray(items)) return [];
  const stacks = new Map<string, { id: number | null; quantity: number; worth: number }>();
  for (const item of items.slice(0, itemsMax).filter(isJsonObject)) {
    const [name = unnamed] = textsOf(item.name);
    const quantity = integerWithinOrNull(item.quantity, 1, Number.MAX_SAFE_INTEGER) ?? 1;
    const known = stacks.get(name);
    const id = known?.id ?? integerWithinOrNull(item.id, 0, Number.MAX_SAFE_INTEGER);
    const price = integerWithinOrNull(item.priceEach ?? item.gePrice, 0, Number.MAX_SAFE_INTEGER) ?? 0;
    stacks.set(name, {
      id,
      quantity: quantity + (known?.quantity ?? 0),
      worth: quantity * price + (known?.worth ?? 0),
    });
  }
  return [...stacks].map(([name, { id, quantity, worth }]) => ({
    id,
    name,
    worth,
    text: quantity === 1 ? name : `${exactAmount(quantity)} × ${name}`,
  }));
}

/** The items that a filter means: those with the name or id, then those with the words. */
export function soughtAmong(items: readonly ListedItem[], sought: string): readonly ListedItem[] {
  const wanted = sought.split(',').map(searchedName);
  const exact = items.filter(({ id, name }) =>
    [searchedName(name), `${id}`].some((is) => wanted.includes(is)),
  );
  const parts = items.filter(({ name }) => wanted.some((words) => hasWords(name, words)));
  return [...new Set([...exact, ...parts])];
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
