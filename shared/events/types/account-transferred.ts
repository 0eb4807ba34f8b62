import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * Another member owns the account from here on. The earlier owner contributes. A restore that does
 * not know the owner writes null: then the account has no owner until an admin sets the owner.
 */
export const accountTransferred = defineEvent({
  type: 'account-transferred',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({
    account_id: z.string(),
    member_id: z.uuid().nullable(),
    actor: Actor.optional(),
  }),
});
