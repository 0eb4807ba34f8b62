import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { reportedPresence } from '../state-parts.ts';

export const accountSeen = defineEvent({
  type: 'account-seen',
  stream: 'hub.activity',
  version: 1,
  description: 'A message of an account came, from any device.',
  appended:
    'with a report: after a twelfth of `timeout_ms`, at least every 30 s, and at once when anything except the time changed',
  key: 'account',
  schema: z.object({
    at: z.int(),
    ...reportedPresence,
  }),
});
