import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A member became an admin of the console, or is no longer an admin. Like `member-left`, the event
 * names nobody. It is sealed with the data key of the hub, because a rebuild after an erasure needs
 * the other admins.
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
