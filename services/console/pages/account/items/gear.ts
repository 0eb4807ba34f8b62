import type { ShownItem } from '../account-sections.ts';

/** The order of the game's own picture, row by row. */
export const gearSlots = [
  'HEAD',
  'CAPE',
  'AMULET',
  'AMMO',
  'WEAPON',
  'BODY',
  'SHIELD',
  'LEGS',
  'GLOVES',
  'BOOTS',
  'RING',
] as const;

export function itemName({ id, name }: ShownItem): string {
  return name ?? `Item ${id}`;
}

export function diffGear(
  before: readonly ShownItem[],
  after: readonly ShownItem[],
): { readonly put: readonly string[]; readonly taken: readonly string[] } {
  const had = new Map(before.map((item) => [item.equipment_slot, item.id]));
  const has = new Map(after.map((item) => [item.equipment_slot, item.id]));
  return {
    put: after.filter(({ equipment_slot: slot, id }) => had.get(slot) !== id).map(itemName),
    taken: before.filter(({ equipment_slot: slot, id }) => has.get(slot) !== id).map(itemName),
  };
}
