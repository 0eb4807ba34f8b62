import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `location` of an account: the tile where the player stands, in game coordinates. */
export const locationReported = defineEvent({
  type: 'location-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({
    at: z.int(),
    x: z.int(),
    y: z.int(),
    plane: z.int(),
    is_on_boat: z.boolean().nullable(),
  }),
});
