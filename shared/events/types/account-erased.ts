import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * An account and all that it left are gone for good; nothing may come under its id again. `ids`: whatever else is derived
 * from its identities, so that those start under new ids too.
 */
export const accountErased = defineEvent({
  type: 'account-erased',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ account_id: z.string(), ids: z.array(z.string()), actor: Actor.optional() }),
});
