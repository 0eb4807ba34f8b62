import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** Positions for the trail, oldest first, at most one per minute and message. */
export const positionReported = defineEvent({
  type: 'position-reported',
  stream: 'hub.location',
  version: 1,
  schema: z.object({
    points: z.array(
      z.object({
        at: z.int(),
        x: z.int(),
        y: z.int(),
        plane: z.int(),
        world: z.int().nullable(),
        is_on_boat: z.boolean().nullable(),
      }),
    ),
  }),
});
