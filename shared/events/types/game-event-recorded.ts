import { z } from 'zod';
import { Int32, Int64 } from '../../domain/integer-schemas.ts';
import { type DataOf, defineEvent } from '../event.ts';
import { eventTextOfData } from '../event-text.ts';

/**
 * A higher `value_gp` is ignored: a faulty client must not lead the loot board (decisions.md, What
 * comes in).
 */
export const valueGpMax = 1_000_000_000_000;

/**
 * The fields of a game event that the hub understands; null for a field that does not apply. Rows,
 * queries and the API take the fields from here. A new field needs a line here and a column of the
 * projection `event-feed`.
 */
export const gameEventDetails = {
  value_gp: Int64.nullable(),
  item_id: Int32.nullable(),
  npc_id: Int32.nullable(),
  skill: z.string().nullable(),
  level: Int32.nullable(),
  tier: z.string().nullable(),
  points: Int32.nullable(),
} as const;

export type GameEventDetails = z.infer<z.ZodObject<typeof gameEventDetails>>;

const GameEventData = z.object({
  event_id: z.uuid(),
  type: z.string(),
  occurred_at: z.int(),
  ...gameEventDetails,
  special_world: z.boolean(),
  data: z.string(),
  undated: z.literal(true).optional(),
  resent_within_ms: z.int().optional(),
});

/**
 * Something happened in the game. `event_id` follows from the account and the plugin's id, or from
 * content and time, so a resend has the same id. `data` is the plugin's whole event as JSON text.
 * Version 1 had only the plugin's `data`.
 *
 * `undated` means that `event_id` follows from the content alone, without an id and a time. Then
 * only a record shortly after another record is a resend: within `resent_within_ms`, or within 2
 * minutes.
 */
export const gameEventRecorded = defineEvent({
  type: 'game-event-recorded',
  stream: 'hub.feed',
  version: 2,
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
