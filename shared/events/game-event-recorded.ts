import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Something happened in game. `event_id` follows from the account and the plugin's own id, so a resend has the same; `data` is the plugin's JSON text, passed through. */
export const gameEventRecorded = defineEvent({
  type: 'game-event-recorded',
  stream: 'hub.feed',
  version: 1,
  schema: z.object({
    event_id: z.uuid(),
    type: z.string(),
    occurred_at: z.int(),
    value_gp: z.int().nullable(),
    item_id: z.int().nullable(),
    npc_id: z.int().nullable(),
    skill: z.string().nullable(),
    level: z.int().nullable(),
    tier: z.string().nullable(),
    points: z.int().nullable(),
    special_world: z.boolean(),
    data: z.string(),
  }),
});
