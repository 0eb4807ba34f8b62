import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The projections that parked a record fold it again, with what waits behind it. `offset`: where it stood; one that parks
 * single records takes the copy that was appended instead.
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
