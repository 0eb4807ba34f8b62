import { type Item, itemsValue } from '../../../shared/domain/item.ts';
import type { Gear } from '../facts/facts.ts';
import type { SlotItem } from '../reading/read-slots.ts';
import type { KnownGame } from './known-game.ts';

export interface SentSlots {
  readonly equipment: readonly SlotItem[] | null;
  readonly inventory: readonly SlotItem[] | null;
}

export function nameItems(
  { equipment, inventory }: SentSlots,
  game: KnownGame,
  at: number,
): {
  readonly equipment: { readonly items: Item[] } | null;
  readonly inventory: { readonly items: Item[] } | null;
  readonly gear: Gear | null;
} {
  const worn = equipment === null ? null : withNames(equipment, game);
  const carried = inventory === null ? null : withNames(inventory, game);
  return {
    equipment: worn === null ? null : { items: worn },
    inventory: carried === null ? null : { items: carried },
    gear: {
      at,
      worn: worn === null ? null : { items: worn, value: itemsValue(worn) },
      carried: carried === null ? null : { value: itemsValue(carried) },
    },
  };
}

function withNames(slots: readonly SlotItem[], game: KnownGame): Item[] {
  return slots.map(({ id, quantity, equipment_slot, inventory_slot }) => {
    const { name, ge_price, ha_price } = game.itemOf(id);
    return { id, name, quantity, ge_price, ha_price, equipment_slot, inventory_slot };
  });
}
