import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const memberErased = defineEvent({
  type: 'member-erased',
  stream: 'hub.membership',
  version: 1,
  description:
    'A member’s name, chat id, API keys and devices are gone for good. Accounts pass on as in `member-left`, except accounts that are erased with the member.',
  appended: 'when a member is erased, or a restore repeats an erasure',
  key: 'hub',
  schema: z.object({
    member_id: z.uuid(),
    even_last_admin: z
      .literal(true)
      .optional()
      .describe(
        'A restore sets this when it repeats a change from before the restore. Then the change counts for the last admin too.',
      ),
    accounts: z
      .array(
        z.object({
          account_id: z.string(),
          ids: z.array(z.string()).describe('Further ids of its identities, as in `account-erased`.'),
        }),
      )
      .optional()
      .describe(
        'Accounts that are erased with the member. An account that somebody else owns or reports by then stays.',
      ),
    actor: Actor.optional(),
  }),
});
