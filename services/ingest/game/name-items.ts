import { type Item, itemsValue } from '../../../shared/domain/item.ts';
import type { SlotItem } from '../reading/read-stored-items.ts';
import type { KnownGame } from './known-game.ts';

export interface SentSlots {
  readonly equipment: readonly SlotItem[] | null;
  readonly inventory: readonly SlotItem[] | null;
}

export function nameItems({ equipment, inventory }: SentSlots, game: KnownGame, at: number) {
  return itemFacts(equipment && withNames(equipment, game), inventory && withNames(inventory, game), at);
}

/** A half that was not sent is null (rules/histories.md#gear). */
export function itemFacts(worn: Item[] | null, carried: Item[] | null, at: number) {
  return {
    equipment: worn && { items: worn },
    inventory: carried && { items: carried },
    gear: {
      at,
      worn: worn && { items: worn, value: itemsValue(worn) },
      carried: carried && { value: itemsValue(carried) },
    },
  };
}

function withNames(slots: readonly SlotItem[], game: KnownGame): Item[] {
  return slots.map(({ id, quantity, equipment_slot, inventory_slot }) => {
    const { name, ge_price, ha_price } = game.itemOf(id);
    return { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot };
  });
}
