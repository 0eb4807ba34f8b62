import { z } from 'zod';
import { Item } from '../../domain/item.ts';
import { defineEvent } from '../event.ts';

/** Worn set and carried value: the changed half, and once a UTC day each half in a message. */
export const gearReported = defineEvent({
  type: 'gear-reported',
  stream: 'hub.gear',
  version: 1,
  schema: z.object({
    at: z.int(),
    worn: z.object({ items: z.array(Item), value: z.int() }).nullable(),
    carried: z.object({ value: z.int() }).nullable(),
  }),
});
