import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The projections that parked a record fold it again, with the records that wait behind it.
 * `offset` is the place of the parked record. A projection that parks single records takes the
 * appended copy instead.
 */
export const parkedRecordRetried = defineEvent({
  type: 'parked-record-retried',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    record_id: z.uuid(),
    projections: z.array(z.string()).min(1),
    offset: z.int(),
    actor: Actor.optional(),
  }),
});
