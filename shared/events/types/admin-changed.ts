import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const adminChanged = defineEvent({
  type: 'admin-changed',
  stream: 'hub.membership',
  version: 1,
  description:
    'A member became an admin of the console, or is no longer an admin. Like `member-left`, the event names nobody. It is sealed with the data key of the hub, because a rebuild after an erasure needs the other admins.',
  appended: 'when an admin is added or removed, and for the first member of a hub',
  key: 'hub',
  schema: z.object({
    member_id: z.uuid(),
    admin: z.boolean().describe('Whether the member is an admin from here on.'),
    even_last_admin: z
      .literal(true)
      .optional()
      .describe(
        'A restore sets this when it repeats a change from before the restore. Then the change counts for the last admin too.',
      ),
    actor: Actor.optional(),
  }),
});
