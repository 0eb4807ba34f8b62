import { itemsValue } from '../../../shared/domain/item.ts';
import type { Gear } from './facts.ts';
import type { Player } from './report.ts';

/** The halves of the gear that the message carried; null when it carried neither (decisions.md, Gear). */
export function gear(player: Player, at: number): Gear | null {
  const { equipment, inventory } = player;
  if (equipment === null && inventory === null) return null;
  return {
    at,
    worn: equipment === null ? null : { items: [...equipment], value: itemsValue(equipment) },
    carried: inventory === null ? null : { value: itemsValue(inventory) },
  };
}
