import { z } from 'zod';
import { Item } from '../domain/item.ts';
import { defineEvent } from './event.ts';

/** Part `equipment` of an account: the whole worn set. */
export const equipmentReported = defineEvent({
  type: 'equipment-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), items: z.array(Item) }),
});
