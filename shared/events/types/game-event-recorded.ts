import { z } from 'zod';
import { Int32, Int64 } from '../../domain/integer-schemas.ts';
import { type DataOf, defineEvent } from '../event.ts';
import { eventTextOfData } from '../event-text.ts';

/**
 * A higher `value_gp` is ignored: a faulty client must not lead the loot board
 * (rules/input.md#values).
 */
export const valueGpMax = 1_000_000_000_000;

/**
 * The fields of a game event that the hub understands; null for a field that does not apply. Rows,
 * queries and the API take the fields from here. A new field needs a line here and a column of the
 * projection `event-feed`.
 */
export const gameEventDetails = {
  value_gp: Int64.nullable().describe('The value in gp, for example of loot.'),
  item_id: Int32.nullable().describe('The id of the item in the game.'),
  npc_id: Int32.nullable().describe('The id of the monster in the game.'),
  skill: z.string().nullable().describe('The skill of a level-up.'),
  level: Int32.nullable().describe('The new level.'),
  tier: z.string().nullable().describe('The tier of a diary, a clue or a task.'),
  points: Int32.nullable().describe('The points of a task.'),
} as const;

export type GameEventDetails = z.infer<z.ZodObject<typeof gameEventDetails>>;

const GameEventData = z.object({
  event_id: z.uuid().describe('The id of the event in the API.'),
  type: z.string().describe('The type of the event in the API.'),
  occurred_at: z.int().describe('The corrected time of the event, epoch ms.'),
  ...gameEventDetails,
  special_world: z
    .boolean()
    .describe('Whether the player was on a special world, whose character is not the account’s.'),
  data: z.string().describe('The whole event of the plugin as JSON text.'),
  undated: z
    .literal(true)
    .optional()
    .describe(
      '`event_id` follows from the content alone, without an id and a time. Then only a record shortly after another record is a resend.',
    ),
  resent_within_ms: z
    .int()
    .optional()
    .describe('How long another record of an undated event is a resend. Without this field 2 minutes.'),
});

export const gameEventRecorded = defineEvent({
  type: 'game-event-recorded',
  stream: 'hub.feed',
  version: 2,
  description:
    'Something happened in the game. `event_id` follows from the account and the id that the plugin sent, or from content and time, so a resend has the same id. Version 1 had only the plugin’s `data`.',
  appended: 'with a report of something that happened, and by `hub raw replay`',
  key: 'account',
  schema: GameEventData,
  upcasters: {
    1: (stored) => {
      const event = GameEventData.parse(stored);
      return { ...event, data: eventTextOfData(event.type, event.data) };
    },
  },
});

export type GameEvent = DataOf<typeof gameEventRecorded>;

const detailNames = Object.keys(gameEventDetails) as (keyof GameEventDetails)[];

/** The details of an event, null for each missing detail. */
export function detailsOf(event: Partial<GameEventDetails>): GameEventDetails {
  return Object.fromEntries(detailNames.map((name) => [name, event[name] ?? null])) as GameEventDetails;
}
