import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * Xp of the changed skills. `complete` marks the first message of a UTC day, with every skill that
 * the plugin sent.
 */
export const xpReported = defineEvent({
  type: 'xp-reported',
  stream: 'hub.xp',
  version: 1,
  schema: z.object({ at: z.int(), skills: z.record(z.string(), z.int()), complete: z.boolean() }),
});
