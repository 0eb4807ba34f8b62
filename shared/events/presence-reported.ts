import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `presence` of an account: the newest message, when it was sent (epoch ms, corrected) and how long it counts. */
export const presenceReported = defineEvent({
  type: 'presence-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({
    at: z.int(),
    game_state: z.string().nullable(),
    world: z.int().nullable(),
    special_world: z.boolean(),
    in_game: z.boolean(),
    timeout_ms: z.int(),
  }),
});
