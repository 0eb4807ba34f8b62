import { z } from 'zod';
import { Item } from '../../../shared/domain/item.ts';
import { Timestamp } from './envelope.ts';

export const GameState = z.string().nullable().meta({
  description: "The game client's own name of its state; null once an in-game state timed out.",
});

export const GaugeSchema = z
  .object({ current: z.int(), max: z.int() })
  .nullable()
  .meta({ description: '`current` may exceed `max`.' });

const SkillRow = z.object({ skill: z.string(), level: z.int(), real_level: z.int(), xp: z.int() });

export const presenceFields = {
  online: z.boolean(),
  world: z.int().nullable().meta({ description: 'The last world, when offline too.' }),
  special_world: z.boolean().meta({ description: 'On this world the player is another character.' }),
  game_state: GameState,
  last_seen: Timestamp,
} as const;

export const vitalsFields = {
  hp: GaugeSchema,
  prayer: GaugeSchema,
  spellbook: z.string().nullable(),
} as const;

export const skillsFields = {
  total_level: z.int(),
  overall_xp: z.int(),
  skills: z.array(SkillRow).meta({ description: 'Overall first, then the skills in a fixed order.' }),
} as const;

export const locationFields = {
  x: z.int(),
  y: z.int(),
  plane: z.int(),
  is_on_boat: z.boolean().nullable(),
  stale: z.boolean().meta({ description: 'Older than 2 minutes.' }),
} as const;

export const itemsFields = {
  items: z.array(Item).meta({ description: 'One for each occupied slot.' }),
  value: z.int().meta({ description: 'Sum of `ge_price` x `quantity`.' }),
} as const;

const Unsent = z
  .object({ shared: z.literal(false), updated_at: z.null() })
  .meta({ description: 'Readable, and never sent by the plugin.' });

/** A section of `/accounts/{id}`: left out where the key cannot read its category (read-api.md 2.4). */
export function section<Shape extends z.ZodRawShape>(fields: Shape) {
  return z
    .union([z.object({ shared: z.literal(true), ...fields, updated_at: Timestamp }), Unsent])
    .optional();
}
