import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `hitpoints` of an account. `current` may exceed `max` (boosts). */
export const hitpointsReported = defineEvent({
  type: 'hitpoints-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), current: z.int(), max: z.int() }),
});
