import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** The plugin said that the play session ended. */
export const sessionEnded = defineEvent({
  type: 'session-ended',
  stream: 'hub.activity',
  version: 1,
  schema: z.object({ at: z.int(), reason: z.enum(['logout', 'shutdown', 'disabled']) }),
});
