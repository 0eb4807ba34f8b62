import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * The log is older than its projected tables. From this record on, the sequence of an event is
 * `base` plus its offset, above all sequences that were given out before.
 */
export const feedEpochOpened = defineEvent({
  type: 'feed-epoch-opened',
  stream: 'hub.feed',
  version: 1,
  schema: z.object({ base: z.int().positive() }),
});
