import { z } from 'zod';
import { skills } from '../../../shared/domain/skill.ts';
import { findItem, type GameItem } from '../game/items.ts';
import type { Character } from './character.ts';
import type { Stack } from './inventory.ts';

const SavedStack = z.object({ item: z.string(), quantity: z.int().min(1) });
type SavedStack = z.infer<typeof SavedStack>;

const SavedKills = z.object({ count: z.int(), at: z.int().nullable(), bestMs: z.int() });

/**
 * The part of a character that is saved between runs of a demo. Earlier demos saved no kills, items
 * of the collection log and combat tasks.
 */
const Saved = z.object({
  xp: z.record(z.enum(skills), z.int().min(0)),
  worn: z.array(SavedStack),
  inventory: z.array(SavedStack.nullable()),
  kills: z.record(z.string(), SavedKills).default({}),
  collected: z.array(z.string()).default([]),
  tasks: z.array(z.string()).default([]),
});
export type SavedCharacter = z.infer<typeof Saved>;

/** By the name of the player. */
export type SavedCharacters = Readonly<Record<string, SavedCharacter>>;

/** A character as a demo stores it; earlier demos stored its xp alone. */
export const SavedCharacter = z.union([
  Saved,
  Saved.shape.xp.transform((xp) => Saved.parse({ xp, worn: [], inventory: [] })),
]);

export function saveCharacter({ worn, inventory, ...character }: Character): SavedCharacter {
  return {
    xp: { ...character.xp },
    kills: Object.fromEntries(character.kills),
    collected: [...character.collected],
    tasks: [...character.tasks],
    worn: [...worn.values()].map(savedStack),
    inventory: inventory.map((stack) => (stack === null ? null : savedStack(stack))),
  };
}

/** Applies a saved state to a new character. Leaves out items that this release does not know. */
export function restoreCharacter(character: Character, saved: SavedCharacter): void {
  Object.assign(character.xp, saved.xp);
  for (const [monster, kills] of Object.entries(saved.kills)) character.kills.set(monster, kills);
  for (const name of saved.collected) character.collected.add(name);
  for (const task of saved.tasks) character.tasks.add(task);
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
