import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const sessionEnded = defineEvent({
  type: 'session-ended',
  stream: 'hub.activity',
  version: 1,
  description: 'The plugin said that the play session ended.',
  appended: 'with a report that the player logged out, closed the game or turned the plugin off',
  key: 'account',
  schema: z.object({
    at: z.int(),
    reason: z.enum(['logout', 'shutdown', 'disabled']).describe('Why the session ended.'),
  }),
});
