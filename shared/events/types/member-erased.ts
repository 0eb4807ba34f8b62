import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * A member's name, chat id, API keys and devices are gone for good. Accounts pass on as in
 * `member-left`.
 */
export const memberErased = defineEvent({
  type: 'member-erased',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    member_id: z.uuid(),
    /** Said by a restore, which takes back what was taken back: granted for the last admin, too. */
    even_last_admin: z.literal(true).optional(),
    actor: Actor.optional(),
  }),
});
