import type { Item } from '../../../shared/domain/item.ts';
import { type EventSource, type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { type PartData, skillPart, stateParts } from '../../../shared/events/state-parts.ts';

const source: EventSource = 'ha';

/** `at` is epoch ms. */
export const report = {
  presence: (subject: string, at: number, data: Partial<PartData<'presence'>> = {}) =>
    newEvent(stateParts.presence.reported, { subject, source, part: 'presence' }, { ...inGame, at, ...data }),
  hitpoints: (subject: string, at: number, current = 87) =>
    newEvent(stateParts.hitpoints.reported, { subject, source, part: 'hitpoints' }, { at, current, max: 99 }),
  prayer: (subject: string, at: number, current = 41) =>
    newEvent(stateParts.prayer.reported, { subject, source, part: 'prayer' }, { at, current, max: 70 }),
  spellbook: (subject: string, at: number, spellbook = 'standard') =>
    newEvent(stateParts.spellbook.reported, { subject, source, part: 'spellbook' }, { at, spellbook }),
  location: (subject: string, at: number, x = 2268) =>
    newEvent(
      stateParts.location.reported,
      { subject, source, part: 'location' },
      { at, x, y: 3070, plane: 0, is_on_boat: false },
    ),
  equipment: (subject: string, at: number, items: readonly Item[] = [whip]) =>
    newEvent(
      stateParts.equipment.reported,
      { subject, source, part: 'equipment' },
      { at, items: [...items] },
    ),
  inventory: (subject: string, at: number, items: readonly Item[] = [coins(418_220)]) =>
    newEvent(
      stateParts.inventory.reported,
      { subject, source, part: 'inventory' },
      { at, items: [...items] },
    ),
  skill: (subject: string, at: number, skill = 'Attack', xp = 14_622_107, level = 100) =>
    newEvent(skillPart.reported, { subject, source, part: `skill/${skill}` }, { at, skill, level, xp }),
} as const;

export function wholeReport(subject: string, at: number): NewEvent[] {
  return Object.values(report).map((of): NewEvent => of(subject, at));
}

const inGame: PartData<'presence'> = {
  at: 0,
  game_state: 'LOGGED_IN',
  world: 486,
  special_world: false,
  in_game: true,
  timeout_ms: 186_000,
};

export const whip: Item = {
  id: 4151,
  name: 'Abyssal whip',
  quantity: 1,
  ge_price: 1_502_233,
  ha_price: 72_000,
  equipment_slot: 'WEAPON',
  inventory_slot: null,
};

export function coins(quantity: number): Item {
  return {
    id: 995,
    name: 'Coins',
    quantity,
    ge_price: 1,
    ha_price: 0,
    equipment_slot: null,
    inventory_slot: 27,
  };
}
