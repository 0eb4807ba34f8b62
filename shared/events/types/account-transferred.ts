import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * Another member owns the account from here on; who owned it contributes. Null is said by a restore that does not know the
 * owner: nobody owns it, until an admin gives it to somebody.
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
