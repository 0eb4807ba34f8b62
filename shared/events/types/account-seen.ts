import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A message of an account came, from any device. Appended after a twelfth of `timeout_ms`, at least
 * every 30 s, and at once when anything except the time changed.
 */
export const accountSeen = defineEvent({
  type: 'account-seen',
  stream: 'hub.activity',
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
