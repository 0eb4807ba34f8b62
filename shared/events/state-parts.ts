import { z } from 'zod';
import { Item } from '../domain/item.ts';
import { type SectionName, type StateCategory, sectionCategory } from '../domain/section.ts';
import { type DataOf, defineEvent } from './event.ts';

const gauge = { current: z.int(), max: z.int() };
const items = { items: z.array(Item) };

/**
 * The parts of an account's live state on `hub.state`. A part is the smallest unit that plugins
 * send whole, and its last record counts. The catalogue, the adapters, the projection, the copies
 * in memory and sharing derive from this table. The order is the order of events.
 */
export const stateParts = {
  /** The newest message, with its corrected time and the time that it counts. */
  presence: statePart('presence', 'presence', {
    game_state: z.string().nullable(),
    world: z.int().nullable(),
    special_world: z.boolean(),
    in_game: z.boolean(),
    timeout_ms: z.int(),
  }),
  /** `current` may exceed `max` (boosts). */
  hitpoints: statePart('hitpoints', 'vitals', gauge),
  prayer: statePart('prayer', 'vitals', gauge),
  spellbook: statePart('spellbook', 'vitals', { spellbook: z.string() }),
  /** The tile of the player, in game coordinates. */
  location: statePart('location', 'location', {
    x: z.int(),
    y: z.int(),
    plane: z.int(),
    is_on_boat: z.boolean().nullable(),
  }),
  /** The whole worn set. */
  equipment: statePart('equipment', 'equipment', items),
  /** All carried items. */
  inventory: statePart('inventory', 'inventory', items),
} as const;

/** One part for each skill, `skill/<Name>`; `level` is virtual above 99, 127 at 200 million xp. */
export const skillPart = statePart('skill', 'skills', { skill: z.string(), level: z.int(), xp: z.int() });

export type PartName = keyof typeof stateParts;
export type PartData<Name extends PartName> = DataOf<(typeof stateParts)[Name]['reported']>;
export type SkillData = DataOf<(typeof skillPart)['reported']>;

export const partNames = Object.keys(stateParts) as PartName[];

const skillPrefix = 'skill/';

export function skillPartName(skill: string): string {
  return `${skillPrefix}${skill}`;
}

/** The part with a name on `hub.state`; null for a name that this release does not know. */
export function partOfName(name: string): PartName | 'skill' | null {
  if (name.startsWith(skillPrefix)) return 'skill';
  return Object.hasOwn(stateParts, name) ? (name as PartName) : null;
}

/** The definition of a part. `at` is the corrected time of the report, epoch ms. */
function statePart<Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  section: SectionName,
  fields: Fields,
) {
  const reported = defineEvent({
    type: `${name}-reported`,
    stream: 'hub.state',
    version: 1,
    schema: z.object({ at: z.int(), ...fields }),
  });
  const category: StateCategory = sectionCategory[section];
  return { reported, category };
}
