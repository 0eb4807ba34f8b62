import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `prayer` of an account. */
export const prayerReported = defineEvent({
  type: 'prayer-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), current: z.int(), max: z.int() }),
});
