import { z } from 'zod';
import { Actor } from '../domain/actor.ts';
import { defineEvent } from './event.ts';

/** Another member owns the account from here on; who owned it contributes. */
export const accountTransferred = defineEvent({
  type: 'account-transferred',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ account_id: z.string(), member_id: z.uuid(), actor: Actor.optional() }),
});
