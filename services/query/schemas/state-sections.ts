import { z } from 'zod';
import { Item } from '../../../shared/domain/item.ts';
import { Timestamp } from './envelope.ts';
import { openEnum } from './open-enum.ts';

/** An occupied slot. */
export const AnsweredItem = Item.meta({ id: 'Item' });

/** Decisions.md, Names and enumerations. */
const gameStates = [
  'UNKNOWN',
  'STARTING',
  'LOGIN_SCREEN',
  'LOGIN_SCREEN_AUTHENTICATOR',
  'LOGGING_IN',
  'LOADING',
  'LOGGED_IN',
  'CONNECTION_LOST',
  'HOPPING',
];
const spellbooks = ['standard', 'ancient', 'lunar', 'arceuus', 'unknown'];

export const GameState = openEnum('GameState', gameStates, "The game client's own name of its state.")
  .nullable()
  .meta({ description: 'Null once an in-game state timed out.' });

export const Spellbook = openEnum('Spellbook', spellbooks).nullable();

export const GaugeSchema = z
  .object({ current: z.int(), max: z.int() })
  .meta({ id: 'Gauge' })
  .nullable()
  .meta({ description: '`current` may exceed `max`.' });

const SkillLevel = z
  .object({ skill: z.string(), level: z.int(), real_level: z.int(), xp: z.int() })
  .meta({ id: 'SkillLevel' });

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
  spellbook: Spellbook,
} as const;

export const skillsFields = {
  total_level: z.int(),
  overall_xp: z.int(),
  skills: z.array(SkillLevel).meta({ description: 'Overall first, then the skills in a fixed order.' }),
} as const;

export const locationFields = {
  x: z.int(),
  y: z.int(),
  plane: z.int(),
  is_on_boat: z.boolean().nullable(),
  stale: z.boolean().meta({ description: 'Older than 2 minutes.' }),
} as const;

export const itemsFields = {
  items: z.array(AnsweredItem).meta({ description: 'One for each occupied slot.' }),
  value: z.int().meta({ description: 'Sum of `ge_price` x `quantity`.' }),
} as const;

const Unsent = z
  .object({ shared: z.literal(false), updated_at: z.null() })
  .meta({ id: 'UnsentSection', description: 'Readable, and never sent by the plugin.' });

/** A section of `/accounts/{id}`: left out where the key cannot read its category (read-api.md 2.4). */
export function section<Shape extends z.ZodRawShape>(id: string, fields: Shape) {
  return z.union([sentSection(id, fields), Unsent]).optional();
}

function sentSection<Shape extends z.ZodRawShape>(id: string, fields: Shape) {
  return z.object({ shared: z.literal(true), ...fields, updated_at: Timestamp }).meta({ id });
}
