import type { GameItem } from '../game/items.ts';
import type { ReportedItem } from './report.ts';

export interface Stack {
  readonly item: GameItem;
  readonly quantity: number;
}

/** 28 slots; null is an empty slot. */
export type InventorySlots = (Stack | null)[];

const slots = 28;

export function emptyInventory(): InventorySlots {
  return Array.from({ length: slots }, () => null);
}

/** Adds items, to a stack or one per slot. @returns whether all of them fit */
export function putItems(inventory: InventorySlots, item: GameItem, quantity: number): boolean {
  if (quantity <= 0) return true;
  if (item.stackable) return putStack(inventory, item, quantity);
  for (let left = quantity; left > 0; left -= 1) {
    const free = inventory.indexOf(null);
    if (free === -1) return false;
    inventory[free] = { item, quantity: 1 };
  }
  return true;
}

function putStack(inventory: InventorySlots, item: GameItem, quantity: number): boolean {
  const own = inventory.findIndex((stack) => stack?.item === item);
  const slot = own === -1 ? inventory.indexOf(null) : own;
  if (slot === -1) return false;
  inventory[slot] = { item, quantity: (inventory[slot]?.quantity ?? 0) + quantity };
  return true;
}

/** Takes a wanted item from the first slot that has one; null without such an item. */
export function takeOne(inventory: InventorySlots, wanted: (item: GameItem) => boolean): GameItem | null {
  const slot = inventory.findIndex((stack) => stack !== null && wanted(stack.item));
  const stack = inventory[slot];
  if (stack === undefined || stack === null) return null;
  inventory[slot] = stack.quantity > 1 ? { ...stack, quantity: stack.quantity - 1 } : null;
  return stack.item;
}

export function clearInventory(inventory: InventorySlots): void {
  inventory.fill(null);
}

/** A stack as the plugin reports it, without its slot. */
export function reportedItem({ item, quantity }: Stack): ReportedItem {
  return { name: item.name, id: item.id, gePrice: item.gePrice, haPrice: item.haPrice, quantity };
}

export function stackValue({ item, quantity }: Stack): number {
  return item.gePrice * quantity;
}
