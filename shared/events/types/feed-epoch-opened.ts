import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * The log was found to be older than what was projected from it. From this record on the sequence of an event is `base`
 * plus its offset, above all that was given out before (architecture, what a client keeps).
 */
export const feedEpochOpened = defineEvent({
  type: 'feed-epoch-opened',
  stream: 'hub.feed',
  version: 1,
  schema: z.object({ base: z.int().positive() }),
});
