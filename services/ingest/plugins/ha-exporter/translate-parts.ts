import { itemsValue } from '../../../../shared/domain/item.ts';
import type { Gear, SentParts } from '../../facts/facts.ts';
import type { HaPlayer, HaTile } from './message.ts';

export function translateParts(player: HaPlayer): SentParts {
  const { hitpoints, prayer, spellbook, location, equipment, inventory } = player;
  return {
    hitpoints,
    prayer,
    spellbook: spellbook === null ? null : { spellbook },
    location: location === null ? null : placeOf(location),
    equipment: equipment === null ? null : { items: [...equipment] },
    inventory: inventory === null ? null : { items: [...inventory] },
  };
}

function placeOf({ x, y, plane, isOnBoat }: HaTile): NonNullable<SentParts['location']> {
  return { x, y, plane, is_on_boat: isOnBoat };
}

/** A half that was not sent is null (rules/histories.md#gear). */
export function translateGear(player: HaPlayer, at: number): Gear {
  const { equipment, inventory } = player;
  return {
    at,
    worn: equipment === null ? null : { items: [...equipment], value: itemsValue(equipment) },
    carried: inventory === null ? null : { value: itemsValue(inventory) },
  };
}
