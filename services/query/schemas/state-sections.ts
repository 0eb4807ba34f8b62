import { z } from 'zod';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { Item } from '../../../shared/domain/item.ts';
import { Timestamp } from './envelope.ts';
import { nullableOpenEnum } from './open-enum.ts';

export const ItemInAnswer = Item.meta({ id: 'Item' });

/** From rules/names.md#game_state. */
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

export const GameState = nullableOpenEnum(
  'GameState',
  gameStates,
  'The name that the game client uses for its state. Null after an in-game state has timed out.',
);

export const Spellbook = nullableOpenEnum('Spellbook', spellbooks);

export const GaugeSchema = z
  .object({ current: Int32, max: Int32 })
  .nullable()
  .meta({ id: 'Gauge', description: '`current` may exceed `max`.' });

const SkillLevel = z
  .object({ skill: z.string(), level: Int32, real_level: Int32, xp: Int64 })
  .meta({ id: 'SkillLevel' });

export const presenceFields = {
  online: z.boolean(),
  world: Int32.nullable().meta({ description: 'The last world, also while the account is offline.' }),
  special_world: z.boolean().meta({ description: 'Whether the player is another character on this world.' }),
  game_state: GameState,
  last_seen: Timestamp,
} as const;

export const vitalsFields = {
  hp: GaugeSchema,
  prayer: GaugeSchema,
  spellbook: Spellbook,
} as const;

export const skillsFields = {
  total_level: Int32,
  overall_xp: Int64,
  skills: z.array(SkillLevel).meta({ description: 'Overall first, then the skills in a fixed order.' }),
} as const;

export const locationFields = {
  x: Int32,
  y: Int32,
  plane: Int32,
  is_on_boat: z.boolean().nullable(),
  stale: z.boolean().meta({ description: 'Whether the location is older than 2 minutes.' }),
} as const;

export const itemsFields = {
  items: z.array(ItemInAnswer).meta({ description: 'An item for each occupied slot.' }),
  value: Int64.meta({ description: 'Sum of `ge_price` x `quantity`.' }),
} as const;

export const examplePresence = {
  ...{ online: true, world: 486, special_world: false, game_state: 'LOGGED_IN' },
  last_seen: '2026-09-14T18:22:07.400Z',
};
export const exampleVitals = {
  hp: { current: 87, max: 99 },
  prayer: { current: 41, max: 70 },
  spellbook: 'standard',
};
export const exampleLocation = {
  ...{ x: 2268, y: 3070, plane: 0, is_on_boat: false, stale: false },
  updated_at: examplePresence.last_seen,
};

type Sent<Shape extends z.ZodRawShape> = { readonly shared: true; readonly updated_at: string } & z.infer<
  z.ZodObject<Shape>
>;
type Unsent = { readonly shared: false; readonly updated_at: null };

/**
 * Left out when the key cannot read its category (read-api.md 2.4). The sent and the unsent form
 * are one object, because some generated clients cannot read `anyOf`.
 */
export function section<Shape extends z.ZodRawShape>(id: string, fields: Shape) {
  const documented = z
    .object({ shared: z.boolean(), updated_at: Timestamp.nullable(), ...z.object(fields).partial().shape })
    .meta({
      id,
      description: 'Without data until the plugin sends it: `{shared: false, updated_at: null}`.',
    });
  return (documented as unknown as z.ZodType<Sent<Shape> | Unsent>).optional();
}
