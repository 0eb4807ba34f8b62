import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const parkedRecordDropped = defineEvent({
  type: 'parked-record-dropped',
  stream: 'hub.membership',
  version: 1,
  description:
    'The projections that parked a record leave the record out for good, and continue with the records that wait behind it.',
  appended: 'by `hub parked drop`, or the page “The hub”',
  key: 'hub',
  schema: z.object({
    record_id: z.uuid().describe('The parked record.'),
    projections: z.array(z.string()).min(1).describe('The projections that parked the record.'),
    offset: z.int().describe('The offset of the parked record.'),
    actor: Actor.optional(),
  }),
});
