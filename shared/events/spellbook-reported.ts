import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `spellbook` of an account. */
export const spellbookReported = defineEvent({
  type: 'spellbook-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), spellbook: z.string() }),
});
