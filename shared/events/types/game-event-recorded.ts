import { z } from 'zod';
import { type DataOf, defineEvent } from '../event.ts';
import { eventTextOfData } from '../event-text.ts';

/** A `value_gp` above this is no value: one faulty client must not own the loot board (decisions.md, What comes in). */
export const valueGpMax = 1_000_000_000_000;

/**
 * What the hub itself understands of a game event; null where it does not apply. Rows, queries and the API take the
 * fields from here: a new one is a line here and a column of the projection `event-feed`.
 */
export const gameEventDetails = {
  value_gp: z.int().nullable(),
  item_id: z.int().nullable(),
  npc_id: z.int().nullable(),
  skill: z.string().nullable(),
  level: z.int().nullable(),
  tier: z.string().nullable(),
  points: z.int().nullable(),
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
});

/**
 * Something happened in game. `event_id` follows from the account and the plugin's own id, or from content and time, so a
 * resend has the same; `data` is the plugin's whole event as JSON text. Version 1 had only what the plugin calls `data` in it.
 * `undated`: `event_id` is of the content alone, since neither an id nor a time came. Then only a record shortly after
 * another is a resend of it.
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

/** The details of an event, null for each that is not given. */
export function detailsOf(event: Partial<GameEventDetails>): GameEventDetails {
  return Object.fromEntries(detailNames.map((name) => [name, event[name] ?? null])) as GameEventDetails;
}
