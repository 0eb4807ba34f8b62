import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const positionReported = defineEvent({
  type: 'position-reported',
  stream: 'hub.location',
  version: 1,
  description: 'Positions for the trail, oldest first, at most one per minute and message.',
  appended: 'with a report that has positions, and by `hub raw replay`',
  key: 'account',
  schema: z.object({
    points: z
      .array(
        z.object({
          at: z.int().describe('The corrected time of the position, epoch ms.'),
          x: z.int(),
          y: z.int(),
          plane: z.int(),
          world: z.int().nullable(),
          is_on_boat: z.boolean().nullable(),
        }),
      )
      .describe('The positions.'),
  }),
});
