import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const memberLeft = defineEvent({
  type: 'member-left',
  stream: 'hub.membership',
  version: 1,
  description:
    'A member left. API keys and devices are refused from here on, accounts pass on (rules/members.md#members).',
  appended: 'when somebody marks a member as left',
  key: 'hub',
  schema: z.object({
    member_id: z.uuid(),
    even_last_admin: z
      .literal(true)
      .optional()
      .describe(
        'A restore sets this when it repeats a change from before the restore. Then the change counts for the last admin too.',
      ),
    actor: Actor.optional(),
  }),
});
