import { z } from 'zod';
import { Item } from '../../domain/item.ts';
import { defineEvent } from '../event.ts';

export const gearReported = defineEvent({
  type: 'gear-reported',
  stream: 'hub.gear',
  version: 1,
  description: 'The worn set and the value of the carried items.',
  appended:
    'with a report: `worn` and `carried`, each when it changed; both with the first report of a UTC day',
  key: 'account',
  schema: z.object({
    at: z.int(),
    worn: z
      .object({ items: z.array(Item).describe('The items.'), value: z.int().describe('Their value in gp.') })
      .nullable()
      .describe('The worn items and their value. Null: not in this record.'),
    carried: z
      .object({ value: z.int().describe('Their value in gp.') })
      .nullable()
      .describe('The value of the carried items. Null: not in this record.'),
  }),
});
