import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The projections that parked a record leave it out for good, and continue with the records that
 * wait behind it.
 */
export const parkedRecordDropped = defineEvent({
  type: 'parked-record-dropped',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    record_id: z.uuid(),
    projections: z.array(z.string()).min(1),
    offset: z.int(),
    actor: Actor.optional(),
  }),
});
