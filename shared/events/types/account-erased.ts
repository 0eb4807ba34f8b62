import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const accountErased = defineEvent({
  type: 'account-erased',
  stream: 'hub.membership',
  version: 1,
  description: 'An account and all its data are erased for good. Nothing may come under its id again.',
  appended: 'when an account is erased, or a restore repeats an erasure',
  key: 'hub',
  schema: z.object({
    account_id: z.string(),
    ids: z
      .array(z.string())
      .describe('Further ids of the identities of the account, so that the identities start under new ids.'),
    actor: Actor.optional(),
  }),
});
