import { z } from 'zod';
import { Item } from '../domain/item.ts';
import { defineEvent } from './event.ts';

/** Part `inventory` of an account: all that is carried. */
export const inventoryReported = defineEvent({
  type: 'inventory-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), items: z.array(Item) }),
});
