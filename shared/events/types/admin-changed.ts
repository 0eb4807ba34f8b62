import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A member became an admin of the console, or is none any more. Like `member-left` it names nobody and is sealed with the
 * hub's key: a rebuild after an erasure needs to know who else was an admin.
 */
export const adminChanged = defineEvent({
  type: 'admin-changed',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    admin: z.boolean(),
    /** Said by a restore, which takes back what was taken back: granted for the last admin, too. */
    even_last_admin: z.literal(true).optional(),
    actor: Actor.optional(),
  }),
});
