import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const adminChanged = defineEvent({
  type: 'admin-changed',
  stream: 'hub.membership',
  version: 1,
  description:
    'A member became an admin of the console, or is no longer an admin. The event has no name of a person. The data key of the hub seals the event, because a rebuild must also count admins who were erased later.',
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
