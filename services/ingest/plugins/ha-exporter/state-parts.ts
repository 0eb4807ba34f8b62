import { itemsValue } from '../../../../shared/domain/item.ts';
import { equipmentReported } from '../../../../shared/events/equipment-reported.ts';
import { hitpointsReported } from '../../../../shared/events/hitpoints-reported.ts';
import { inventoryReported } from '../../../../shared/events/inventory-reported.ts';
import { locationReported } from '../../../../shared/events/location-reported.ts';
import { prayerReported } from '../../../../shared/events/prayer-reported.ts';
import { spellbookReported } from '../../../../shared/events/spellbook-reported.ts';
import { type Gear, type StatePart, statePart } from '../../receive/facts.ts';
import type { HaPlayer } from './message.ts';

/** The parts of `hub.state` that a player's report carries, all but presence and skills. What was not sent has none. */
export function stateParts(player: HaPlayer, at: number): StatePart[] {
  const { hitpoints, prayer, spellbook, location, equipment, inventory } = player;
  const parts: StatePart[] = [];
  if (hitpoints !== null) parts.push(statePart(hitpointsReported, 'hitpoints', { at, ...hitpoints }));
  if (prayer !== null) parts.push(statePart(prayerReported, 'prayer', { at, ...prayer }));
  if (spellbook !== null) parts.push(statePart(spellbookReported, 'spellbook', { at, spellbook }));
  if (location !== null) {
    const { x, y, plane, isOnBoat } = location;
    parts.push(statePart(locationReported, 'location', { at, x, y, plane, is_on_boat: isOnBoat }));
  }
  if (equipment !== null) {
    parts.push(statePart(equipmentReported, 'equipment', { at, items: [...equipment] }));
  }
  if (inventory !== null) {
    parts.push(statePart(inventoryReported, 'inventory', { at, items: [...inventory] }));
  }
  return parts;
}

/** The halves of the gear that the message carried, neither of them for most messages of some (decisions.md, Gear). */
export function gear(player: HaPlayer, at: number): Gear {
  const { equipment, inventory } = player;
  return {
    at,
    worn: equipment === null ? null : { items: [...equipment], value: itemsValue(equipment) },
    carried: inventory === null ? null : { value: itemsValue(inventory) },
  };
}
