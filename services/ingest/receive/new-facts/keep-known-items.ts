import { type Item, itemsValue, unknownItemName } from '../../../../shared/domain/item.ts';
import { canonicalItemId } from '../../../../shared/domain/worn-items.ts';
import type { Facts, SentParts } from '../../facts/facts.ts';

type ItemsPart = NonNullable<SentParts['equipment']>;

/** The items that were last appended; undefined when they are unknown. */
export interface KnownItems {
  readonly equipment: ItemsPart | undefined;
  readonly inventory: ItemsPart | undefined;
}

/**
 * A plugin with canonical ids sends another id for the same item. The item keeps its known id and
 * name, so that the hub sees no change.
 */
export function keepKnownItems(facts: Facts, known: KnownItems): Facts {
  if (facts.hasCanonicalItems !== true) return facts;
  const { gear, parts } = facts;
  const equipment = keptItems(parts.equipment, known.equipment);
  const inventory = keptItems(parts.inventory, known.inventory);
  return {
    ...facts,
    parts: { ...parts, ...(equipment && { equipment }), ...(inventory && { inventory }) },
    gear: gear && {
      ...gear,
      worn:
        gear.worn && equipment ? { items: equipment.items, value: itemsValue(equipment.items) } : gear.worn,
      carried: gear.carried && inventory ? { value: itemsValue(inventory.items) } : gear.carried,
    },
  };
}

function keptItems(sent: ItemsPart | null | undefined, known: ItemsPart | undefined): ItemsPart | null {
  if (sent == null || known === undefined) return null;
  const bySlot = new Map(known.items.map((item) => [slotOf(item), item]));
  return {
    ...sent,
    items: sent.items.map((item) => {
      const before = bySlot.get(slotOf(item));
      const isKept = before !== undefined && isSameItem(before, item) && !isUnnamed(before);
      return isKept ? { ...before, quantity: item.quantity } : item;
    }),
  };
}

function slotOf({ equipment_slot: worn, inventory_slot: carried }: Item): string {
  return worn ?? String(carried);
}

/**
 * The noted form of an item has the same name and the next id. Without a name, only the id counts.
 */
function isSameItem(before: Item, sent: Item): boolean {
  if (before.id === sent.id || canonicalItemId(before.id) === sent.id) return true;
  return isUnnamed(sent) ? before.id === sent.id + 1 : before.name === sent.name;
}

function isUnnamed({ id, name }: Item): boolean {
  return name === unknownItemName(id);
}
