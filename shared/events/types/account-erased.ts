import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * An account and all its data are erased for good. Nothing may come under its id again. `ids` are
 * further ids of its identities, so that the identities start under new ids.
 */
export const accountErased = defineEvent({
  type: 'account-erased',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ account_id: z.string(), ids: z.array(z.string()), actor: Actor.optional() }),
});
