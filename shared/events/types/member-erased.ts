import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A member's name, chat id, API keys and devices are gone for good. Accounts pass on as in `member-left`, except accounts that
 * are erased with the member.
 */
export const memberErased = defineEvent({
  type: 'member-erased',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    /** Said by a restore, which takes back what was taken back: granted for the last admin, too. */
    even_last_admin: z.literal(true).optional(),
    /**
     * Accounts that are erased with the member, each with the further ids of its identities (`account-erased`). An account
     * that somebody else owns or reports by then stays.
     */
    accounts: z.array(z.object({ account_id: z.string(), ids: z.array(z.string()) })).optional(),
    actor: Actor.optional(),
  }),
});
