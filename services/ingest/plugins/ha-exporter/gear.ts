import { itemsValue } from '../../../../shared/domain/item.ts';
import type { Gear } from './facts.ts';
import type { Player } from './report.ts';

/** The halves of the gear that the message carried, neither of them for most messages of some (decisions.md, Gear). */
export function gear(player: Player, at: number): Gear {
  const { equipment, inventory } = player;
  return {
    at,
    worn: equipment === null ? null : { items: [...equipment], value: itemsValue(equipment) },
    carried: inventory === null ? null : { value: itemsValue(inventory) },
  };
}
