import type { Monster } from '../game/monster.ts';
import { placeTile } from '../game/places.ts';
import { type Character, hitpointsMax, prayerMax } from './character.ts';
import { clearInventory, reportedItem, type Stack, stackValue } from './inventory.ts';
import type { Outbox } from './outbox.ts';

/** How many of the most valuable items a player keeps on death. */
const kept = 3;

/**
 * Reports a death, which loses all items except the three most valuable.
 * @returns the kept items
 */
export function die(character: Character, killer: Monster, outbox: Outbox): Stack[] {
  const belongings = [...character.worn.values(), ...character.inventory.filter((stack) => stack !== null)];
  const byPrice = belongings.toSorted((left, right) => right.item.gePrice - left.item.gePrice);
  const keptItems = byPrice.slice(0, kept).map((stack) => ({ ...stack, quantity: 1 }));
  const lostItems = byPrice.slice(kept);
  character.hitpoints = 0;
  outbox.add('death', {
    valueLost: lostItems.reduce((sum, stack) => sum + stackValue(stack), 0),
    danger: 'DANGEROUS',
    killerName: killer.name,
    killerNpcId: killer.npcId,
    keptItems: keptItems.map(reportedItem),
    lostItems: lostItems.map(reportedItem),
    location: { x: character.tile.x, y: character.tile.y, plane: character.tile.plane },
  });
  return keptItems;
}

/**
 * After a death the character respawns in Lumbridge. Kept items without an equipment slot are lost.
 */
export function respawn(character: Character, keptItems: readonly Stack[]): void {
  character.worn.clear();
  clearInventory(character.inventory);
  for (const stack of keptItems) {
    if (stack.item.slot !== null) character.worn.set(stack.item.slot, stack);
  }
  character.hitpoints = hitpointsMax(character);
  character.prayer = prayerMax(character);
  character.tile = placeTile('Lumbridge');
  character.place = 'Lumbridge';
}
