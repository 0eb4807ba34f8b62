import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const parkedRecordRetried = defineEvent({
  type: 'parked-record-retried',
  stream: 'hub.membership',
  version: 1,
  description:
    'The projections that parked a record fold the record again, with the records that wait behind it. A projection that parks single records takes the appended copy instead.',
  appended: 'by `hub parked retry`, or the page “The hub”',
  key: 'hub',
  schema: z.object({
    record_id: z.uuid().describe('The parked record.'),
    projections: z.array(z.string()).min(1).describe('The projections that parked the record.'),
    offset: z.int().describe('The offset of the parked record.'),
    actor: Actor.optional(),
  }),
});
