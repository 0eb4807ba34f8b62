import { z } from 'zod';
import { Item } from '../domain/item.ts';
import { type SectionName, type StateCategory, sectionCategory } from '../domain/section.ts';
import { type DataOf, defineEvent } from './event.ts';

const gauge = {
  current: z.int().describe('The points at present. Boosts can raise them above `max`.'),
  max: z.int().describe('The points without boosts.'),
};
const items = { items: z.array(Item).describe('The items.') };

/** The presence of a player, also in `account-seen`. */
export const reportedPresence = {
  game_state: z.string().nullable().describe('The state of the game client, as the plugin names the state.'),
  world: z.int().nullable().describe('The number of the world.'),
  special_world: z
    .boolean()
    .describe('Whether the world is a special one, whose character is not the account’s.'),
  in_game: z.boolean().describe('Whether the player is in the game.'),
  timeout_ms: z.int().describe('How long the message counts without another message.'),
};

/**
 * The parts of an account's live state on `hub.state`. A part is the smallest unit that plugins
 * send whole, and its last record counts. The catalogue, the adapters, the projection, the copies
 * in memory and sharing derive from this table. The order is the order of events.
 */
export const stateParts = {
  presence: statePart('presence', 'presence', 'The presence of the player.', reportedPresence),
  hitpoints: statePart('hitpoints', 'vitals', 'The hitpoints of the player.', gauge),
  prayer: statePart('prayer', 'vitals', 'The prayer points of the player.', gauge),
  spellbook: statePart('spellbook', 'vitals', 'The spellbook of the player.', {
    spellbook: z.string().describe('The name of the spellbook.'),
  }),
  location: statePart('location', 'location', 'The tile of the player, in game coordinates.', {
    x: z.int(),
    y: z.int(),
    plane: z.int(),
    is_on_boat: z.boolean().nullable(),
  }),
  equipment: statePart('equipment', 'equipment', 'The whole worn set.', items),
  inventory: statePart('inventory', 'inventory', 'All carried items.', items),
} as const;

export const skillPart = statePart(
  'skill',
  'skills',
  'A skill of the account. Each skill is a part, `skill/<Name>`, or `skill/#<hash>` for a name that is not in the list of the hub.',
  {
    skill: z.string().describe('The name of the skill.'),
    level: z.int().describe('The level, virtual above 99: 127 at 200 million xp.'),
    xp: z.int().describe('The xp.'),
  },
);

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
  description: string,
  fields: Fields,
) {
  const reported = defineEvent({
    type: `${name}-reported`,
    stream: 'hub.state',
    version: 1,
    description,
    appended:
      name === 'presence'
        ? 'together with `account-seen`'
        : 'with a report in which the part differs from its last record',
    key: 'account/part',
    schema: z.object({ at: z.int(), ...fields }),
  });
  const category: StateCategory = sectionCategory[section];
  return { reported, category };
}
