import { z } from 'zod';
import { skills } from '../../../shared/domain/skill.ts';
import { findItem, type GameItem } from '../game/items.ts';
import type { Character } from './character.ts';
import type { Stack } from './inventory.ts';

const SavedStack = z.object({ item: z.string(), quantity: z.int().min(1) });
type SavedStack = z.infer<typeof SavedStack>;

/**
 * The part of a character that is saved between runs of a demo: xp, worn items, and carried items
 * with money.
 */
const Saved = z.object({
  xp: z.record(z.enum(skills), z.int().min(0)),
  worn: z.array(SavedStack),
  inventory: z.array(SavedStack.nullable()),
});
export type SavedCharacter = z.infer<typeof Saved>;

/** A character as a demo stores it; earlier demos stored its xp alone. */
export const SavedCharacter = z.union([
  Saved,
  Saved.shape.xp.transform((xp): SavedCharacter => ({ xp, worn: [], inventory: [] })),
]);

export function saveCharacter({ xp, worn, inventory }: Character): SavedCharacter {
  return {
    xp: { ...xp },
    worn: [...worn.values()].map(savedStack),
    inventory: inventory.map((stack) => (stack === null ? null : savedStack(stack))),
  };
}

/** Applies a saved state to a new character. Leaves out items that this release does not know. */
export function restoreCharacter(character: Character, saved: SavedCharacter): void {
  Object.assign(character.xp, saved.xp);
  for (const stack of saved.worn) {
    const item = findItem(stack.item);
    if (item?.slot) character.worn.set(item.slot, { item, quantity: stack.quantity });
  }
  for (const slot of character.inventory.keys()) {
    character.inventory[slot] = restoredStack(saved.inventory[slot] ?? null);
  }
}

function savedStack({ item, quantity }: Stack): SavedStack {
  return { item: item.name, quantity };
}

function restoredStack(stack: SavedStack | null): Stack | null {
  const item: GameItem | null = stack === null ? null : findItem(stack.item);
  return item === null || stack === null ? null : { item, quantity: stack.quantity };
}
